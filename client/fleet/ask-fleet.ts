import * as vscode from "vscode";
import * as z from "zod/mini";
import type { FleetCall } from "./run-fleet.ts";

/** What was asked last in this workspace; no secret. */
const rememberedSchema = z.object({
  address: z.string(),
  login: z.enum(["none", "token", "file"]),
  /** The path of the HTTP configuration file. */
  file: z.optional(z.string()),
});
type Remembered = z.infer<typeof rememberedSchema>;

const memoryKey = "fleet";

/** Where answers are remembered. */
export interface FleetMemory {
  readonly memory: Pick<vscode.Memento, "get" | "update">;
  readonly secrets: Pick<vscode.SecretStorage, "get" | "store">;
}

interface Choice<Value> extends vscode.QuickPickItem {
  readonly value: Value;
}

/** Asks what the report is to be about; undefined if the person gave up. */
export async function askFleet({ memory, secrets }: FleetMemory): Promise<FleetCall | undefined> {
  const known = rememberedSchema.safeParse(memory.get(memoryKey)).data;
  const address = await askAddress(known?.address);
  if (address === undefined) return undefined;
  const login = await askLogin(address, known?.address === address ? known : undefined, secrets);
  if (login === undefined) return undefined;
  const since = await pick(vscode.l10n.t("How far to look back"), [
    { label: vscode.l10n.t("7 days"), value: "168h" },
    { label: vscode.l10n.t("24 hours"), value: "24h" },
    { label: vscode.l10n.t("1 hour"), value: "1h" },
    { label: vscode.l10n.t("30 days"), value: "720h" },
  ]);
  if (since === undefined) return undefined;
  const whatIf = await askWhatIf();
  if (whatIf === undefined) return undefined;
  const { kind, file, config } = login;
  const remembered: Remembered = { address, login: kind, ...(file !== undefined && { file }) };
  await memory.update(memoryKey, remembered);
  return {
    args: [
      ...["--prometheus", address, "--since", since, "--format", "json", "--quiet"],
      ...(kind === "none" ? [] : ["--http-config", file ?? "-"]),
      ...whatIf,
    ],
    input: config,
  };
}

async function askAddress(known: string | undefined): Promise<string | undefined> {
  const address = await vscode.window.showInputBox({
    title: vscode.l10n.t("Fleet Report"),
    prompt: vscode.l10n.t("Address of Prometheus, Thanos, or Mimir"),
    value: known ?? "http://localhost:9090",
    ignoreFocusOut: true,
    validateInput: (text) => addressProblem(text.trim()),
  });
  const trimmed = address?.trim();
  return trimmed === undefined || addressProblem(trimmed) !== undefined ? undefined : trimmed;
}

function addressProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return vscode.l10n.t("Enter an address such as https://prometheus.example.com.");
  // The address is remembered as it is.
  if (url.username !== "" || url.password !== "")
    return vscode.l10n.t("Leave user and password out of the address: the next step asks for a login.");
  return undefined;
}

interface Login {
  readonly kind: Remembered["login"];
  readonly file?: string;
  /** Content of an HTTP configuration. */
  readonly config: string;
}

async function askLogin(
  address: string,
  known: Remembered | undefined,
  secrets: FleetMemory["secrets"],
): Promise<Login | undefined> {
  const secret = `podCadence.fleet ${new URL(address).origin}`;
  const stored = await secrets.get(secret);
  const { file: knownFile } = known ?? {};
  const usual = known?.login === "token" ? "stored" : known?.login === "file" ? "known file" : "none";
  const choices = loginChoices(stored === undefined ? undefined : new URL(address).host, knownFile);
  const sorted = choices.toSorted((a, b) => Number(b.value === usual) - Number(a.value === usual));
  switch (await pick(vscode.l10n.t("Login"), sorted)) {
    case undefined:
      return undefined;
    case "none":
      return { kind: "none", config: "" };
    case "stored":
      return stored === undefined ? undefined : { kind: "token", config: tokenConfig(stored) };
    case "token":
      return askToken(secret, secrets);
    case "known file":
      return fileLogin(knownFile);
    case "file":
      return fileLogin(await askFile());
  }
}

/** `tokenHost`: of the token that is stored. */
function loginChoices(
  tokenHost: string | undefined,
  knownFile: string | undefined,
): readonly Choice<"none" | "stored" | "token" | "known file" | "file">[] {
  return [
    { label: vscode.l10n.t("No login"), value: "none" },
    ...(tokenHost === undefined
      ? []
      : [{ label: vscode.l10n.t("Stored token"), description: tokenHost, value: "stored" as const }]),
    ...(knownFile === undefined
      ? []
      : [{ label: vscode.l10n.t("Same HTTP configuration"), description: knownFile, value: "known file" as const }]),
    { label: vscode.l10n.t("Enter a token…"), value: "token" },
    { label: vscode.l10n.t("HTTP configuration file…"), value: "file" },
  ];
}

async function askToken(secret: string, secrets: FleetMemory["secrets"]): Promise<Login | undefined> {
  const prompt = vscode.l10n.t("Token, kept in the secret storage of VS Code");
  const token = await vscode.window.showInputBox({ prompt, password: true, ignoreFocusOut: true });
  if (token === undefined || token.trim() === "") return undefined;
  await secrets.store(secret, token.trim());
  return { kind: "token", config: tokenConfig(token.trim()) };
}

async function askFile(): Promise<string | undefined> {
  const opened = await vscode.window.showOpenDialog({ title: vscode.l10n.t("HTTP Configuration File") });
  return opened?.[0]?.fsPath;
}

function fileLogin(file: string | undefined): Login | undefined {
  return file === undefined ? undefined : { kind: "file", file, config: "" };
}

/** JSON is YAML. */
function tokenConfig(credentials: string): string {
  return JSON.stringify({ authorization: { credentials } });
}

async function askWhatIf(): Promise<readonly string[] | undefined> {
  const maximum = (text: string): readonly string[] => ["--what-if", `maxContainerRestartPeriod=${text}`];
  const another = "another";
  const chosen = await pick<readonly string[] | typeof another>(
    vscode.l10n.t("What if the nodes had another back-off?"),
    [
      { label: vscode.l10n.t("As it is"), value: [] },
      ...["10s", "30s", "60s"].map((text) => ({
        label: vscode.l10n.t("Maximum back-off of {0}", text),
        description: `maxContainerRestartPeriod: ${text}`,
        value: maximum(text),
      })),
      { label: vscode.l10n.t("Another maximum…"), value: another },
      {
        label: vscode.l10n.t("Reduced default"),
        description: "ReduceDefaultCrashLoopBackOffDecay",
        value: ["--what-if-gates", "ReduceDefaultCrashLoopBackOffDecay=true"],
      },
      { label: vscode.l10n.t("Kubernetes 1.37 on all nodes"), value: ["--what-if-kubernetes", "1.37"] },
    ],
  );
  if (chosen !== another) return chosen;
  const prompt = vscode.l10n.t("Maximum back-off, 1s to 5m");
  const written = await vscode.window.showInputBox({ prompt, value: "30s", ignoreFocusOut: true });
  return written === undefined || written.trim() === "" ? undefined : maximum(written.trim());
}

async function pick<Value>(title: string, choices: readonly Choice<Value>[]): Promise<Value | undefined> {
  const chosen = await vscode.window.showQuickPick([...choices], { title, ignoreFocusOut: true });
  return chosen?.value;
}
