/** The kind in small letters, whatever kubectl lets people write. */
export function kindOf(text: string): string {
  const kind = (text.split(".")[0] ?? "").toLowerCase();
  const long = shortKinds[kind];
  if (long !== undefined) return long;
  return Object.values(shortKinds).includes(kind.replace(/s$/, "")) ? kind.replace(/s$/, "") : kind;
}

const shortKinds: Readonly<Record<string, string>> = {
  po: "pod",
  deploy: "deployment",
  ds: "daemonset",
  sts: "statefulset",
  rs: "replicaset",
  rc: "replicationcontroller",
  jobs: "job",
  cj: "cronjob",
};
