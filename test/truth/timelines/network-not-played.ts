/** docs/where-we-differ.md: no clause says that a body never ends, and the warning of a redirect to elsewhere is not shown. */
export const networkNotPlayed: readonly string[] = ["net-error-slow-body", "net-redirect-away", "net-slow-body"];
