type Fields = Readonly<Record<string, unknown>>;

/** kubectl until 1.36 writes `#success=1 #failure=3`, from 1.37 on `successThreshold=1 failureThreshold=3`. */
const attributes =
  /\bdelay=(\d{1,9})s timeout=(\d{1,9})s period=(\d{1,9})s (?:#success|successThreshold)=(\d{1,9}) (?:#failure|failureThreshold)=(\d{1,9})$/;

/** Reads a probe as kubectl describes it. Undefined if it is cut off. Models kubectl pkg/describe DescribeProbe (v0.37.1) */
export function readProbe(text: string): Fields | undefined {
  const match = attributes.exec(text);
  if (match === null) return undefined;
  const [, delay, timeout, period, success, failure] = match.map(Number);
  const handler = handlerOf(text.slice(0, match.index).trim());
  return (
    handler && {
      ...handler,
      initialDelaySeconds: delay,
      timeoutSeconds: timeout,
      periodSeconds: period,
      successThreshold: success,
      failureThreshold: failure,
    }
  );
}

function handlerOf(text: string): Fields | undefined {
  const [kind = "", target = ""] = text.split(/\s+/, 2);
  switch (kind) {
    case "exec":
      // A command may hold a secret, and no rule of the kubelet needs it.
      return { exec: { command: ["probe"] } };
    case "http-get":
      return httpGet(target);
    case "tcp-socket":
      return { tcpSocket: portOf(target) };
    case "grpc":
      return { grpc: { port: Number(/:(\d{1,5})$/.exec(target)?.[1] ?? 1) } };
    default:
      return undefined;
  }
}

function httpGet(url: string): Fields {
  const match = /^([a-z]*):?\/\/([^/]*)(\/.*)?$/.exec(url);
  const [, scheme = "", host = "", path = "/"] = match ?? [];
  return { httpGet: { ...portOf(host), path, ...(scheme === "https" && { scheme: "HTTPS" }) } };
}

function portOf(host: string): Fields {
  const name = /:([^:\]]{1,63})$/.exec(host)?.[1] ?? "80";
  return { port: /^\d+$/.test(name) ? Number(name) : name };
}
