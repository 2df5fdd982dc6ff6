import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * `kubectl cadence …`: the command line as a plugin of kubectl. What it asks the cluster, it asks with kubectl's own options.
 * Each call is one of `pod-cadence`, whose exit code it has.
 */

const usage = `Usage:
  kubectl cadence why POD [options]     what happened to the pod, who ended its runs, and what comes next
  kubectl cadence next [options]        the pods of the namespace, and when each restarts next
  kubectl cadence forecast TYPE/NAME    what will happen to the pods of an object as it is in the cluster
  kubectl cadence observe [options] …   the same as pod-cadence observe

-n, --namespace, --context, and --kubeconfig are those of kubectl. It only reads.
`;

/** Options of kubectl that take a value. */
const clusterOptions: ReadonlySet<string> = new Set(["-n", "--namespace", "--context", "--kubeconfig"]);

/** What belongs to kubectl, and the rest. */
interface Split {
  readonly cluster: readonly string[];
  readonly rest: readonly string[];
}

function split(args: readonly string[]): Split {
  const cluster: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    const [name = ""] = arg.split("=");
    if (!clusterOptions.has(name)) rest.push(arg);
    else if (arg.includes("=")) cluster.push(arg);
    else {
      cluster.push(arg, args[index + 1] ?? "");
      index += 1;
    }
  }
  return { cluster, rest };
}

async function main([command = "", ...args]: readonly string[]): Promise<number> {
  switch (command) {
    case "why":
      return explainLive(split(args));
    case "next":
    case "observe":
      return podCadence(["observe", ...args]);
    case "forecast":
      return forecastLive(split(args));
    case "":
    case "help":
    case "--help":
    case "-h":
      process[command === "" ? "stderr" : "stdout"].write(usage);
      return command === "" ? 2 : 0;
    default:
      return misuse(`unknown command ${JSON.stringify(command)}`);
  }
}

function misuse(problem: string): number {
  process.stderr.write(`kubectl cadence: ${problem}\n\n${usage}`);
  return 2;
}

/** The pod and its events as they are in the cluster. Whoever may not read events is told so, and gets what the pod says. */
async function explainLive({ cluster, rest }: Split): Promise<number> {
  const [pod = "", ...options] = rest;
  const name = pod.replace(/^(?:po|pods?)\//, "");
  if (!/^[a-z0-9][-a-z0-9.]*$/.test(name)) return misuse("why takes the name of a pod");
  const got = await output("kubectl", ["get", "pod", name, "--output=json", ...cluster]);
  if (got === undefined) return 2;
  const fields = `--field-selector=involvedObject.kind=Pod,involvedObject.name=${name}`;
  const events = await output("kubectl", ["get", "events", fields, "--output=json", ...cluster]);
  return podCadence(["explain", ...options, "--", "-"], `${got}\n${events ?? ""}`);
}

/** The object as it is in the cluster, like a manifest. */
async function forecastLive({ cluster, rest }: Split): Promise<number> {
  const [object = "", ...options] = rest;
  if (!/^[^-/][^/]*\/[^/]+$/.test(object)) return misuse("forecast takes TYPE/NAME, such as deploy/web");
  const got = await output("kubectl", ["get", object, "--output=yaml", ...cluster]);
  if (got === undefined) return 2;
  return podCadence(["forecast", ...options, "--", "-"], got);
}

/** Undefined if it failed, and has said why on standard error. */
function output(command: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    child.once("error", () => {
      process.stderr.write("kubectl cadence: kubectl was not found on PATH\n");
      resolve(undefined);
    });
    child.once("close", (code) => resolve(code === 0 ? text : undefined));
  });
}

const program = fileURLToPath(new URL("cli.js", import.meta.url));

function podCadence(args: readonly string[], stdin?: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: [stdin === undefined ? "inherit" : "pipe", "inherit", "inherit"],
    });
    child.stdin?.on("error", () => undefined).end(stdin);
    child.once("error", () => resolve(2));
    // Ended by a signal, as by Ctrl+C, which the terminal sends to both.
    child.once("close", (code) => resolve(code ?? 2));
  });
}

process.on("SIGINT", () => undefined);
process.exitCode = await main(process.argv.slice(2));
