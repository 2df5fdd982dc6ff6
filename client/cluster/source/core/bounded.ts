/** More than a cluster has at a time: Kubernetes supports 150,000 pods, and most owners have several. */
const keptMax = 100_000;

/** Keeps something by its UID, and forgets what was kept first where there is too much. */
export function keep<Value>(map: Map<string, Value>, uid: string, value: Value): void {
  map.set(uid, value);
  const [oldest = ""] = map.size > keptMax ? map.keys() : [];
  map.delete(oldest);
}
