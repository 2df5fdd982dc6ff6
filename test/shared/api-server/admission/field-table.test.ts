import { expect, it } from "vitest";
import { engineTypeLines } from "../../../../shared/api-server/admission/engine-types.data.ts";
import { apiTypeLines } from "../../../../shared/api-server/types/api-types.data.ts";
import { fieldsOfType, typeTable } from "../../../../shared/api-server/types/api-types.ts";
import { gateInfo } from "../../../../shared/kubernetes/gates/feature-gates.ts";
import { documentedFields } from "../../../../shared/kubernetes/pod-documentation.ts";
import { minorVersions } from "../../../../shared/kubernetes/versions.ts";

const typesOf = (lines: string): readonly string[] => lines.match(/^\w+/gm) ?? [];

it("the engine reads the same rows as the review", () => {
  const fieldsOfEngine = typeTable(engineTypeLines);
  const types = typesOf(engineTypeLines);
  expect(types).toContain("Probe");
  for (const type of types)
    for (const [name, field] of fieldsOfEngine(type))
      expect([type, name, field]).toEqual([type, name, fieldsOfType(type).get(name)]);
});

it("each gate of the table is one that API servers have", () => {
  const gated = typesOf(apiTypeLines).flatMap((type) =>
    [...fieldsOfType(type)].flatMap(([name, { gate }]) => (gate === undefined ? [] : [{ type, name, gate }])),
  );
  expect(gated.length).toBeGreaterThan(30);
  const isKnown = (gate: string) => minorVersions.some((version) => gateInfo(gate, version) !== undefined);
  expect(gated.filter(({ gate }) => !isKnown(gate))).toEqual([]);
});

it.each([
  ["Probe", "periodSeconds", { value: 10, isForEmpty: true }, 0],
  ["PodSpec", "terminationGracePeriodSeconds", { value: 30, isForEmpty: false }, undefined],
  ["HTTPGetAction", "path", { value: "/", isForEmpty: true }, undefined],
  ["SleepAction", "seconds", undefined, 0],
])("%s.%s", (type, name, fallback, least) => {
  expect(fieldsOfType(type).get(name)).toMatchObject({ fallback, least });
});

it("what is said to people of defaults, bounds and gates is what the table has", () => {
  const told = typesOf(apiTypeLines).flatMap((type) =>
    documentedFields(type).flatMap((documented) => {
      const { gate, least, fallback } = fieldsOfType(type).get(documented.name) ?? {};
      const place = `${type}.${documented.name}`;
      return [
        ...(gate === undefined ? [] : [[place, documented.gate, gate]]),
        ...(fallback === undefined ? [] : [[place, documented.default, String(fallback.value)]]),
        // Where 0 stands for the default, people are told to write at least 1.
        ...(least === undefined || fallback !== undefined ? [] : [[place, documented.minimum, String(least)]]),
      ];
    }),
  );
  expect(told.length).toBeGreaterThan(15);
  expect(told.filter(([, said, is]) => said !== is)).toEqual([]);
});
