/** The segments of a path of the API, as they are named: `["api", "v1", "nodes", "gpu-1"]`. */
export type ApiPath = readonly string[];

/** Names come from objects of the cluster, and anybody may write them. Undefined if one of them could make it the path of something else. */
export function writtenPath(segments: ApiPath): string | undefined {
  return segments.every(isSegment) ? `/${segments.map(encodeURIComponent).join("/")}` : undefined;
}

/** Models client-go rest/request.go IsValidPathSegmentName (v0.37.1). No object has an empty name. */
function isSegment(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/%]|\p{Cs}/u.test(name);
}

/** A collection of one namespace, or of all. */
export function collectionPath(group: ApiPath, namespace: string | undefined, resource: string): ApiPath {
  return namespace === undefined ? [...group, resource] : [...group, "namespaces", namespace, resource];
}

/** Selects objects of one value of a field. Models apimachinery pkg/fields/selector.go EscapeValue (v0.37.1). */
export function fieldIs(field: string, value: string): string {
  return `${field}=${value.replace(/[\\,=]/g, "\\$&")}`;
}
