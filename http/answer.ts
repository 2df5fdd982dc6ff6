/** What came of a request, or of a part of it. */
export type HttpAnswer<Value> = { readonly value: Value } | { readonly failure: HttpFailure };

export type HttpFailure =
  | Unreachable
  /** No answer, or no next part of one, within the limit. `proxy`: host and port of the one on the way, where nothing has come yet. */
  | { readonly is: "slow"; readonly limitMs: number; readonly proxy?: string | undefined }
  /** It goes on and on. `what` has no end: a noun for people. */
  | { readonly is: "endless"; readonly what: string }
  /** We ended it. */
  | { readonly is: "ended" };

/** No answer: the network, the name, TLS. */
export interface Unreachable {
  readonly is: "unreachable";
  /** Node's. */
  readonly code: string;
  readonly message: string;
  /** Host and port of the proxy on the way. */
  readonly proxy?: string | undefined;
}
