/** A pod as a message names it. */
interface NamedPod {
  readonly name: string;
  readonly namespace: string;
}

const label = "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?";
const name = "[a-z0-9][-a-z0-9.]{0,252}";

/** Of an event, and of a container that waits. Models the messages of pkg/scheduler schedule_one.go bindingCycle, pkg/kubelet/kuberuntime doBackOff (v1.37.1) */
const naming: readonly RegExp[] = [
  new RegExp(`^Successfully assigned (?<namespace>${label})/(?<name>${name}) to `),
  new RegExp(`^Back-off restarting failed container \\S{1,253} in pod (?<name>${name})_(?<namespace>${label})\\(`),
  new RegExp(
    `^back-off \\S{1,32} restarting failed container=\\S{1,253} pod=(?<name>${name})_(?<namespace>${label})\\(`,
  ),
];

/** The pod that the message of an event is about. kubectl prints it in a row only where a table is about many. */
export function podOfMessage(message: string): NamedPod | undefined {
  for (const pattern of naming) {
    const { name: found, namespace } = pattern.exec(message)?.groups ?? {};
    if (found !== undefined && namespace !== undefined) return { name: found, namespace };
  }
  return undefined;
}
