/** Every letter typed, every place asked for completion, every style of a list, hostile text in every place, and how work grows: not in `npm test`. */
export const onlyThorough = [
  "test/lsp/bad-input.test.ts",
  "test/server/features/completion/completion-walk.test.ts",
  "test/server/features/hostile-text.test.ts",
  "test/server/growth.test.ts",
  "test/server/list-items.test.ts",
];

/** What `npm test` asks in a part of the cases (`numRunsOf`, `replayed`). */
export const alsoThorough = [
  "test/server/doors/doors.test.ts",
  "test/server/features/actions/pin-forecast.test.ts",
  "test/server/manifest/properties.test.ts",
  "test/server/manifest/yaml/clean-tokens.test.ts",
  "test/server/prometheus/alerts/judge.test.ts",
  "test/server/repairs/write-scenario.test.ts",
  "test/server/rules/contradictions.test.ts",
  "test/shared/forecast/answer/answer.test.ts",
  "test/shared/forecast/solve/solve.test.ts",
  "test/shared/forecast/tolerance/tolerance.test.ts",
  "test/shared/scenario/language/scenario-lines.test.ts",
  "test/shared/scenario/properties.test.ts",
  "test/shared/simulation/bad-pods.test.ts",
  "test/shared/simulation/properties.test.ts",
];
