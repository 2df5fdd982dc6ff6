//go:build !kubelet

package main

// kubelet is built for the newest minor only: what its packages need takes the longest of all.
func kubelet(input) document { panic("built without the kubelet") }
