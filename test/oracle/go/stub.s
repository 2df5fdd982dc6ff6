// Lets the Go files declare functions without a body, which other packages define.
