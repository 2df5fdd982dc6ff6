import * as z from "zod/mini";
import { plainLine } from "../../../shared/basics/plain-line.ts";

/** Names and values of one request to the HTTP API, in order; a name may come more than once. */
export type FormFields = readonly (readonly [name: string, value: string])[];

export interface PrometheusFailure {
  /** One sentence, without secrets. */
  readonly problem: string;
  /** The same for fewer pods or a shorter time may succeed. */
  readonly isTooMuch: boolean;
}

export type PrometheusAnswer<T> = { readonly value: T } | { readonly failure: PrometheusFailure };

/** Carries requests to one server. What it gives is not yet checked. */
export interface Transport {
  /** Without user, password and parameters, for people. */
  readonly address: string;
  /** `path` is relative to the server's address: `api/v1/query`. */
  send(path: string, form: FormFields): Promise<PrometheusAnswer<unknown>>;
  /** How far the server's clock is ahead of ours, as far as its answers say; 0 before the first of them. */
  readonly aheadMs: number;
}

/** Labels of a series, with `__name__` where there is one. */
export type LabelSet = Readonly<Record<string, string>>;

export interface SampledSeries {
  readonly labels: LabelSet;
  readonly points: readonly Point[];
}

interface Point {
  readonly atMs: number;
  readonly value: number;
}

export interface RangeOf {
  readonly fromMs: number;
  readonly untilMs: number;
}

const labelSet = z.record(z.string(), z.string());
const sample = z.tuple([z.number(), z.string()]);

const answer = z.object({
  status: z.enum(["success", "error"]),
  data: z.optional(z.unknown()),
  errorType: z.optional(z.string()),
  error: z.optional(z.string()),
  warnings: z.optional(z.array(z.string())),
  infos: z.optional(z.array(z.string())),
});
const vector = z.object({
  resultType: z.literal("vector"),
  result: z.array(z.object({ metric: labelSet, value: z.optional(sample) })),
});
const matrix = z.object({
  resultType: z.literal("matrix"),
  result: z.array(z.object({ metric: labelSet, values: z.optional(z.array(sample)) })),
});

/** A Thanos that samples down for long steps has other values in their place; the others ignore it. */
const raw = ["max_source_resolution", "0s"] as const;
/** A Thanos of which a store does not answer says what the others know, with a warning; the others ignore it. */
const inPart = ["partial_response", "true"] as const;

/** How many different warnings are kept. */
const warningsMax = 20;

/** The HTTP API of Prometheus, Thanos and Mimir. Each call is one request. */
export class Prometheus {
  readonly transport: Transport;
  /** What answers said besides their data, each once. */
  readonly warnings = new Set<string>();

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** An instant query that gives a vector. */
  async instant(query: string, atMs: number): Promise<PrometheusAnswer<readonly SampledSeries[]>> {
    const form: FormFields = [["query", query], ["time", seconds(atMs)], raw];
    const read = await this.#read("api/v1/query", form, vector);
    if ("failure" in read) return read;
    return {
      value: read.value.result.map(({ metric, value }) => ({
        labels: metric,
        points: value === undefined ? [] : pointsOf([value]),
      })),
    };
  }

  /** An instant query of a range selector: the samples themselves. */
  async samples(query: string, atMs: number): Promise<PrometheusAnswer<readonly SampledSeries[]>> {
    const form: FormFields = [["query", query], ["time", seconds(atMs)], raw];
    return this.#matrix("api/v1/query", form);
  }

  async range(
    query: string,
    { fromMs, untilMs }: RangeOf,
    stepMs: number,
  ): Promise<PrometheusAnswer<readonly SampledSeries[]>> {
    const form: FormFields = [
      ["query", query],
      ["start", seconds(fromMs)],
      ["end", seconds(untilMs)],
      ["step", seconds(stepMs)],
      raw,
    ];
    return this.#matrix("api/v1/query_range", form);
  }

  /** The label sets of all series in the range: from the index, without samples. */
  async series(
    selectors: readonly string[],
    { fromMs, untilMs }: RangeOf,
  ): Promise<PrometheusAnswer<readonly LabelSet[]>> {
    const form: FormFields = [
      ...selectors.map((selector) => ["match[]", selector] as const),
      ["start", seconds(fromMs)],
      ["end", seconds(untilMs)],
    ];
    return this.#read("api/v1/series", form, z.array(labelSet));
  }

  /** Values of a label in series that match. */
  async values(label: string, selector: string, range: RangeOf): Promise<PrometheusAnswer<readonly string[]>> {
    const form: FormFields = [
      ["match[]", selector],
      ["start", seconds(range.fromMs)],
      ["end", seconds(range.untilMs)],
    ];
    return this.#read(`api/v1/label/${label}/values`, form, z.array(z.string()));
  }

  async #matrix(path: string, form: FormFields): Promise<PrometheusAnswer<readonly SampledSeries[]>> {
    const read = await this.#read(path, form, matrix);
    if ("failure" in read) return read;
    return {
      value: read.value.result.map(({ metric, values = [] }) => ({ labels: metric, points: pointsOf(values) })),
    };
  }

  async #read<T>(path: string, form: FormFields, schema: z.ZodMiniType<T>): Promise<PrometheusAnswer<T>> {
    const sent = await this.transport.send(path, [...form, inPart]);
    if ("failure" in sent) return sent;
    const { data: read } = answer.safeParse(sent.value);
    if (read === undefined) return { failure: notPrometheus(this.transport.address) };
    for (const warning of read.warnings ?? []) this.#warn(warning);
    if (read.status === "error") return { failure: refused(read.errorType ?? "", read.error ?? "") };
    const parsed = schema.safeParse(read.data);
    return parsed.success ? { value: parsed.data } : { failure: notPrometheus(this.transport.address) };
  }

  #warn(text: string): void {
    // Thanos has them among its warnings (pkg/extannotations, v0.40.1), Prometheus beside them.
    if (text.startsWith("PromQL info:")) return;
    if (this.warnings.size < warningsMax) this.warnings.add(plainLine(text));
  }
}

function notPrometheus(address: string): PrometheusFailure {
  const problem = `${address} does not answer like Prometheus: check the address, which for Mimir ends in /prometheus`;
  return { problem, isTooMuch: false };
}

/** Words of limits of Prometheus, Thanos and Mimir. */
const tooMuch = /too many|limit|exceed|timed out|timeout|larger than|would use|query length/i;

/** An answer that says why. */
export function refused(errorType: string, error: string): PrometheusFailure {
  const isTooMuch = errorType === "timeout" || errorType === "canceled" || tooMuch.test(error.slice(0, 1000));
  return { problem: `the server could not answer: ${plainLine(error || errorType)}`, isTooMuch };
}

function pointsOf(values: readonly (readonly [number, string])[]): readonly Point[] {
  return values.map(([at, text]) => ({ atMs: Math.round(at * 1000), value: numberOf(text) }));
}

function numberOf(text: string): number {
  if (text === "+Inf") return Number.POSITIVE_INFINITY;
  return text === "-Inf" ? Number.NEGATIVE_INFINITY : Number(text);
}

function seconds(ms: number): string {
  return String(ms / 1000);
}
