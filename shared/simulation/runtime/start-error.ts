/** Why a start failed: `expiryMs` is when the back-off that refused it ends. */
export interface StartError {
  readonly expiryMs: number | undefined;
}
