import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { commands } from "../../../server/cli/arguments/options.ts";
import { outputSchemas } from "./schemas.ts";

const names = Object.keys(outputSchemas);

it("every command that writes JSON has a schema", () => {
  const withJson = Object.values(commands).filter(({ options }) =>
    options.some(({ name, choices }) => name === "format" && choices?.includes("json")),
  );
  expect(names.toSorted()).toEqual(withJson.map(({ name }) => name).toSorted());
});

it.each(Object.entries(outputSchemas))(
  "docs/schemas/%s.schema.json is made from the schema of the output",
  (name, schema) => {
    const file = fileURLToPath(new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url));
    const text = `${JSON.stringify(jsonSchemaOf(name, schema), undefined, 2)}\n`;
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(file, text);
    expect(readFileSync(file, "utf8"), "UPDATE_GOLDEN=1 npx vitest run test/cli/pages/output-schemas.test.ts").toBe(
      text,
    );
  },
);

function jsonSchemaOf(name: string, schema: z.ZodMiniType): unknown {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    override({ jsonSchema }) {
      // Every number in JSON is one that JavaScript can have.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { $schema, title: `pod-cadence ${name} --format json`, ...rest };
}

it("no program loads the schemas: only their types are imported", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const sources = globSync("{shared,server,client}/**/*.ts", { cwd: root, exclude: ["server/exports/schemas/**"] });
  const loading = sources.filter((file) =>
    readFileSync(`${root}/${file}`, "utf8")
      .split("\n")
      .some((line) => /^(?:import \{|export).*\/schemas\/[a-z-]+\.ts"/.test(line)),
  );
  expect(loading).toEqual([]);
});
