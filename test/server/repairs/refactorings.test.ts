import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { appliedAt, refactoringsIn } from "./check-refactorings.ts";

// cases/<refactoring>/<what it shows>.yaml is a manifest with the cursor at `$0`; lines that begin with `#|` are its project file.
// <what it shows>.after.yaml is the same afterwards, with `${1:…}` where the cursor goes to. UPDATE_GOLDEN=1 writes it anew.
const folder = fileURLToPath(new URL("cases", import.meta.url));
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

const titles: Readonly<Record<string, string>> = {
  "startup-probe": "Add startup probe from liveness delay",
  "split-probes": "Split liveness and readiness",
  "restart-loop": "Convert restart loop to restartPolicyRules",
  "restart-on-code": "Restart only on exit code 42",
};

describe.each(Object.entries(titles))("%s", (name, title) => {
  const files = readdirSync(`${folder}/${name}`).filter((each) => !each.endsWith(".after.yaml"));

  it.each(files)("%s", async (file) => {
    const before = readFileSync(`${folder}/${name}/${file}`, "utf8");
    const offered = await refactoringsIn(before);
    const mine = offered.filter((each) => each.title === title);
    const afterFile = `${folder}/${name}/${file.replace(/yaml$/, "after.yaml")}`;
    if (file.startsWith("silent")) {
      expect(mine).toEqual([]);
      expect(existsSync(afterFile)).toBe(false);
      return;
    }
    expect(mine).toHaveLength(1);
    const [action] = mine;
    const after = action === undefined ? "" : appliedAt(before, action);
    if (isUpdate) writeFileSync(afterFile, after);
    expect(after).toBe(readFileSync(afterFile, "utf8"));
  });

  it.each(files.filter((file) => !file.startsWith("silent")))("%s, with the line ends of Windows", async (file) => {
    const before = readFileSync(`${folder}/${name}/${file}`, "utf8");
    const [action] = (await refactoringsIn(before.replaceAll("\n", "\r\n"))).filter((each) => each.title === title);
    const after = action === undefined ? "" : appliedAt(before.replaceAll("\n", "\r\n"), action);
    const afterFile = `${folder}/${name}/${file.replace(/yaml$/, "after.yaml")}`;
    expect(after).toBe(readFileSync(afterFile, "utf8").replaceAll("\n", "\r\n"));
  });
});

describe("a long line of # above a field of the probe", () => {
  it.each([
    ["behind a comment", `# why\n      ${"#".repeat(10_000)}`],
    ["behind a comment and above another field", `# why\n      ${"#".repeat(10_000)}\n      timeoutSeconds: 2`],
    ["10,000 comments", Array.from({ length: 10_000 }, () => "#").join("\n      ")],
  ])("%s", async (_, comments) => {
    const manifest = `kind: Pod
apiVersion: v1
metadata: {name: web}
spec:
  containers:
  - name: app
    image: app:1
    livenessProbe:$0
      httpGet: {path: /, port: 80}
      ${comments}
      initialDelaySeconds: 60
`;
    const [action] = (await refactoringsIn(manifest)).filter(({ title }) => title === titles["startup-probe"]);
    expect(action && appliedAt(manifest, action)).toContain("startupProbe:");
  });
});
