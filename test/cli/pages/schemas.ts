import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type * as z from "zod/mini";
import { alertsSchema as alerts } from "../../../server/exports/schemas/alerts.ts";
import { checkSchema as check } from "../../../server/exports/schemas/check.ts";
import { diffSchema as diff } from "../../../server/exports/schemas/diff.ts";
import { explainSchema as explain } from "../../../server/exports/schemas/explain.ts";
import { forecastSchema as forecast } from "../../../server/exports/schemas/forecast.ts";
import { learnSchema as learn } from "../../../server/exports/schemas/learn.ts";
import { observeSchema as observe } from "../../../server/exports/schemas/observe.ts";
import { rulesSchema as rules } from "../../../server/exports/schemas/rules.ts";
import {
  envelopeSchema as envelope,
  simulateSchema as simulate,
  timelineSchema as timeline,
} from "../../../server/exports/schemas/simulate.ts";
import { fleetReportSchema as fleet } from "../../../shared/prometheus/fleet/model.ts";

/** What each command prints with `--format json`. */
export const outputSchemas = {
  check,
  forecast,
  simulate,
  diff,
  alerts,
  fleet,
  observe,
  explain,
  learn,
  rules,
} as const;

// What commands print is validated with the JSON Schemas that people get, which allow no field that they do not have.

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, formats: { uri: true } });

interface Documented<Json> {
  parse(value: unknown): Json;
}

/** `command`: whose page in docs/schemas it is. */
function documented<Schema extends z.ZodMiniType>(
  command: keyof typeof outputSchemas,
  schema: Schema,
): Documented<z.infer<Schema>> {
  const file = new URL(`../../../docs/schemas/${command}.schema.json`, import.meta.url);
  const validate =
    ajv.getSchema(command) ?? ajv.addSchema(JSON.parse(readFileSync(file, "utf8")), command).getSchema(command);
  return {
    parse(value) {
      expect(validate?.(value) === true ? [] : validate?.errors, `docs/schemas/${command}.schema.json`).toEqual([]);
      return schema.parse(value);
    },
  };
}

export const checkSchema = documented("check", check);
export const forecastSchema = documented("forecast", forecast);
export const simulateSchema = documented("simulate", timeline);
export const envelopeSchema = documented("simulate", envelope);
export const diffSchema = documented("diff", diff);
export const alertsSchema = documented("alerts", alerts);
export const fleetSchema = documented("fleet", fleet);
export const observeSchema = documented("observe", observe);
export const learnSchema = documented("learn", learn);
export const rulesSchema = documented("rules", rules);
