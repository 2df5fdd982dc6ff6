import { execFile, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";

const root = path.resolve(import.meta.dirname, "../../..");
const hasNeovim = spawnSync("nvim", ["--version"]).status === 0;

const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: registry.example/app:1
    livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 15}
`;

/** What a person would see, asked of the editor itself. Waits end with an answer: the limits are beyond any load. */
const look = `
vim.wait(3600000, function() return #vim.diagnostic.get(0) > 0 end)
vim.fn.cursor(6, 5)
local place = vim.lsp.util.make_position_params()
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 3600000)
  return answers[next(answers)].result
end
local range = { start = place.position, ["end"] = place.position }
local actions = ask("textDocument/codeAction", { textDocument = place.textDocument, range = range, context = { diagnostics = {} } })
local seen = {
  diagnostics = vim.tbl_map(function(each) return each.code end, vim.diagnostic.get(0)),
  hover = ask("textDocument/hover", place).contents.value,
  actions = vim.tbl_map(function(each) return each.title end, actions),
}
vim.cmd("PodTimeline")
vim.wait(3600000, function() return vim.bo.buftype == "nofile" end)
seen.timeline = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")
io.stdout:write(vim.json and vim.json.encode(seen) or vim.fn.json_encode(seen))
vim.cmd("qa!")
`;

const seenSchema = z.object({
  diagnostics: z.array(z.string()),
  hover: z.string(),
  actions: z.array(z.string()),
  timeline: z.string(),
});

/** The block of the documentation that begins with this line. */
function recipe(firstLine: string): string {
  const text = readFileSync(path.join(root, "docs/other-editors.md"), "utf8");
  const start = text.indexOf(`\`\`\`lua\n${firstLine}\n`);
  expect(start).toBeGreaterThan(0);
  return text.slice(start + "```lua\n".length, text.indexOf("\n```", start));
}

test.skipIf(!hasNeovim)("the recipe for Neovim shows diagnostics, hovers, actions and the timeline", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "pod-cadence-nvim-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  mkdirSync(path.join(folder, "bin"));
  chmodSync(write("bin/pod-cadence", `#!/bin/sh\nexec "${process.execPath}" "${root}/dist/cli.js" "$@"\n`), 0o755);
  const init = write("init.lua", `${recipe("local client")}\n`);
  const probe = write("look.lua", look);
  const manifest = write("pod.yaml", pod);
  const env = {
    ...process.env,
    PATH: `${path.join(folder, "bin")}:${process.env["PATH"]}`,
    XDG_STATE_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CACHE_HOME: folder,
  };
  const args = ["--headless", "-n", "-i", "NONE", "-u", init, manifest, "-c", `luafile ${probe}`];
  const { stdout } = await promisify(execFile)("nvim", args, { cwd: folder, env });
  const seen = seenSchema.parse(JSON.parse(stdout));
  expect(seen.diagnostics).toEqual(["timeout-exceeds-period"]);
  expect(seen.hover).toContain("restarts immediately");
  expect(seen.timeline).toMatch(/^Pod\/web\nKubernetes .*app starts/s);
});
