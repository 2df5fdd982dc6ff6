import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * `dnsPolicy: None` needs a name server in `dnsConfig`. The API server also checks IP addresses, search domains, host names, and their lengths.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *   dnsPolicy: None
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *   dnsPolicy: None
 *   dnsConfig:
 *     nameservers: [192.0.2.1]
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `validatePodDNSConfig`, `ValidateHostAliases`.
 */
export const networkRefused: DocumentRule = {
  id: "network-refused",
  title: "The API server rejects DNS settings, host aliases or host names",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "network"),
};
