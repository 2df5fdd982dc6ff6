import * as z from "zod/mini";
import type { Path } from "../../shared/basics/path.ts";
import { parseLeniently } from "./files/lenient.ts";
import type { Overrides, SettingsProblem } from "./model.ts";
import { knownRuleLevels } from "./rule-levels.ts";
import {
  featureGates,
  fileList,
  imagePull,
  kubernetesVersion,
  podTemplates,
  ruleLevelsByRule,
  semantics,
  timing,
  versionAndGates,
} from "./values.ts";

/** When hints about restarts are shown: for every container that can restart, only where a scenario tells a story, or never. */
export const restartHintModes = ["always", "withScenario", "off"] as const;

/** What the features of the editor show. */
export interface Display {
  readonly inlayHints: {
    readonly restarts: (typeof restartHintModes)[number];
    readonly probes: boolean;
    readonly rules: boolean;
    readonly kubelet: boolean;
  };
  readonly codeLens: boolean;
  /** What was observed in the connected cluster, beside containers. */
  readonly observedHints: boolean;
}

export const defaultDisplay: Display = {
  inlayHints: { restarts: "always", probes: true, rules: true, kubelet: true },
  codeLens: true,
  observedHints: true,
};

/** The settings that language features read; `null`, "" and {} stand for "not set": then the project file and the defaults apply. */
export const defaultSettings = {
  kubernetesVersion: "",
  featureGates: {},
  kubeletConfiguration: "",
  apiServer: {},
  timing: "",
  semantics: "",
  imagePull: "",
  rules: {},
  podTemplates: {},
  inlayHints: defaultDisplay.inlayHints,
  codeLens: defaultDisplay.codeLens,
  cluster: { observedHints: defaultDisplay.observedHints },
} as const;

const hints = defaultDisplay.inlayHints;

const hintsSchema = z.object({
  restarts: z._default(z.enum(restartHintModes), hints.restarts),
  probes: z._default(z.boolean(), hints.probes),
  rules: z._default(z.boolean(), hints.rules),
  kubelet: z._default(z.boolean(), hints.kubelet),
});

// Not strict: the client's own settings arrive in the same object, and old names must not annoy.
const schema = z.object({
  kubernetesVersion: z.optional(kubernetesVersion),
  featureGates: z.optional(featureGates),
  kubeletConfiguration: z.optional(fileList),
  apiServer: z.optional(versionAndGates),
  timing: z.optional(timing),
  semantics: z.optional(semantics),
  imagePull: z.optional(imagePull),
  rules: z.optional(ruleLevelsByRule),
  podTemplates: z.optional(podTemplates),
  inlayHints: z.prefault(hintsSchema, {}),
  codeLens: z._default(z.boolean(), defaultDisplay.codeLens),
  cluster: z.prefault(z.object({ observedHints: z._default(z.boolean(), defaultDisplay.observedHints) }), {}),
});

interface EditorSettings {
  readonly overrides: Overrides;
  readonly display: Display;
}

/** Reads the section `podCadence` as the client sends it. A wrong value costs itself only; it is a problem in words, and the default applies. */
export function parseEditorSettings(section: unknown): { value: EditorSettings; problems: readonly SettingsProblem[] } {
  const { value, problems } = parseLeniently(schema, withoutUnset(section ?? {}), keysAt);
  const { levels, problems: ruleProblems } = knownRuleLevels(value?.rules);
  const settingsProblems = [...problems, ...ruleProblems].map(
    (problem): SettingsProblem => ({ in: "setting", key: keyOf(problem.path), message: problem.message }),
  );
  if (value === undefined) return { value: { overrides: {}, display: defaultDisplay }, problems: settingsProblems };
  const { kubernetesVersion: kubernetes, inlayHints, codeLens, cluster, ...overrides } = value;
  return {
    value: {
      overrides: { ...overrides, kubernetes, rules: levels },
      display: { inlayHints, codeLens, observedHints: cluster.observedHints },
    },
    problems: settingsProblems,
  };
}

function keysAt(path: Path): readonly string[] {
  return Object.keys(path.length === 0 ? schema.shape : versionAndGates.shape);
}

function keyOf(path: Path): string {
  return path.join(".");
}

function withoutUnset(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const set = Object.entries(value).filter(([, item]) => item !== null && item !== "");
  return Object.fromEntries(set.map(([key, item]) => [key, withoutUnset(item)]));
}
