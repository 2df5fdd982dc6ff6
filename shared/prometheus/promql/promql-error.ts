/** An expression that cannot be evaluated; Prometheus reports it as well, and the rule fails. */
export class PromqlError extends Error {}
