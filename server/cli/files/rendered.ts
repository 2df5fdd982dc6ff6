import { join } from "node:path";
import type { Rendered, RenderTarget } from "../../render/model.ts";
import { renderTimeLimitMs } from "../../render/model.ts";
import { render } from "../../render/render.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";
import { type CommandLine, has, optionOf, optionsOf, type Parsed } from "../arguments/command-line.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { asOutput, manifestOf, type ReadManifest, settingsFor } from "./read-manifest.ts";

/** Rendered output with what applies to it. */
export interface ReadRendered {
  readonly rendered: Rendered;
  /** The chart or the overlay, as the caller named it. */
  readonly path: string;
  readonly read: ReadManifest;
}

/** What `--helm` and `-k` name, rendered by the caller's own tools; none: neither is there. */
export async function readRendered(line: CommandLine, call: CallSettings): Promise<Parsed<readonly ReadRendered[]>> {
  const targets = renderTargets(line);
  if ("problem" in targets) return targets;
  const found: ReadRendered[] = [];
  for (const target of targets.value) {
    const path = target.tool === "helm" ? target.chart : target.overlay;
    const result = await renderIn(target, { path, call, cwd: process.cwd() });
    if ("problem" in result) return result;
    found.push(result.value);
  }
  return { value: found };
}

interface RenderPlace {
  /** The chart or the overlay, for people. */
  readonly path: string;
  readonly call: CallSettings;
  readonly cwd: string;
  /** Where the project file is read; the disk, if nothing else is given. */
  readonly access?: FileAccess;
}

/** One chart or overlay with what applies to it. `missing`: the program is not there. */
export async function renderIn(
  target: RenderTarget,
  { path, call, cwd, access }: RenderPlace,
): Promise<{ readonly value: ReadRendered } | { readonly problem: string; readonly missing?: boolean }> {
  const settings = await settingsFor(join(path, "rendered.yaml"), call, access);
  const { assumptions, assumptionsSource } = settings;
  const result = await render(target, {
    cwd,
    env: process.env,
    timeLimitMs: renderTimeLimitMs,
    // Helm has its own default. It gets only what somebody configured.
    kubernetes: assumptionsSource === "default" ? undefined : assumptions.apiServer.kubernetes,
  });
  if ("problem" in result) return result;
  // A chart that the command line names is checked, even where an ignore file leaves out the sources of charts.
  const read = manifestOf(result.value.text, { ...asOutput(settings), ignored: false });
  return { value: { rendered: result.value, path, read } };
}

/** What `--helm`, `-f`, and `-k` name. */
export function renderTargets(line: CommandLine): Parsed<readonly RenderTarget[]> {
  const chart = optionOf(line, "helm");
  const overlay = optionOf(line, "kustomize");
  const values = optionsOf(line, "values");
  if (values.length > 0 && chart === undefined)
    return { problem: "-f gives values to a chart: add --helm CHART, or name files without -f" };
  if (has(line, "fix") && (chart !== undefined || overlay !== undefined))
    return { problem: "--fix repairs files: rendered output has none" };
  return {
    value: [
      ...(chart === undefined ? [] : [{ tool: "helm" as const, chart, values }]),
      ...(overlay === undefined ? [] : [{ tool: "kustomize" as const, overlay }]),
    ],
  };
}
