import { expect, it } from "vitest";
import { reviewObject } from "../../../../shared/api-server/admission/review.ts";
import {
  compareQuantities,
  isWhole,
  isWrittenQuantity,
  quantityOf,
  quantityText,
  sum,
  unitsOf,
} from "../../../../shared/api-server/types/quantity.ts";

// Amounts beyond 64 bits, and odd objects, as Kubernetes 1.37.1 judges them.

it.each([
  ["500m\n", false],
  ["\t1", false],
  [" 1 ", true],
  ["\u00a01", true],
  ["\u20281", false],
  ["Ti", true],
  ["Pi", false],
  ["-Ei", false],
  ["e-9", true],
  ["+e-12", false],
  ["1e9223372036854775807", true],
  ["1e9223372036854775808", false],
])("%j is a quantity: %j", (text, isOne) => {
  expect(isWrittenQuantity(text)).toBe(isOne);
});

it.each([
  ["99999999999999999999", false],
  ["1000000000000000000", false],
  ["1e18", true],
  ["1e400", true],
  ["1.5", false],
  ["9Ei", true],
])("%s counts as a whole number: %j", (text, whole) => {
  expect(isWhole(quantityOf(text))).toBe(whole);
});

it.each([
  ["999999999999999G", BigInt.asIntN(64, 999999999999999n * 10n ** 9n)],
  ["999999999999999e63", 0n],
  ["99999999999999999999", BigInt.asIntN(64, 99999999999999999999n)],
  ["1234567890123456789e70", 0n],
  ["0.1", 1n],
  ["9Ei", 2n ** 63n - 1n],
])("%s has %d units in 64 bits", (text, units) => {
  expect(unitsOf(quantityOf(text))).toBe(units);
});

it.each([
  ["1e400", "10e399"],
  ["1e500", "100e498"],
  ["1e4294967299", "1e4294967299"],
  ["10e4294967299", "10e3"],
  ["10000000000000000000E", "10"],
  ["1.5Gi", "1536Mi"],
  ["1e-10", "1e-9"],
  ["1025.5Ki", "1050112"],
])("%s is written %s", (text, written) => {
  expect(quantityText({ ...quantityOf(text), text: text === "1e4294967299" ? text : "" })).toBe(written);
});

it("amounts of any exponent are compared and added without their zeros", () => {
  const [huge, more] = [quantityOf("1e2000000000"), quantityOf("2e2000000000")];
  expect(compareQuantities(huge, more)).toBeLessThan(0);
  expect(compareQuantities(more, huge)).toBeGreaterThan(0);
  expect(compareQuantities(huge, quantityOf("10e1999999999"))).toBe(0);
  expect(compareQuantities(quantityOf("-1e2000000000"), quantityOf("1m"))).toBeLessThan(0);
  expect(sum(huge, quantityOf("1")).power).toBe(2_000_000_000);
});

const pod = { containers: [{ name: "a", image: "a" }], restartPolicy: "Never" };
const job = (spec: object) => ({ ...spec, template: { spec: pod } });
const cronJob = (spec: object, ofJob: object = {}) => ({
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "a" },
  spec: { schedule: "0 0 * * *", ...spec, jobTemplate: { spec: job(ofJob) } },
});
const withMetadata = (metadata: object) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a", ...metadata },
  spec: pod,
});

it.each([
  [
    "the Job of a CronJob has no completions of its own",
    cronJob({}, { completionMode: "Indexed" }),
    ["spec.jobTemplate.spec.completions: when completion mode is Indexed"],
  ],
  ["a time zone above the folder", cronJob({ timeZone: "../UTC" }), ["spec.timeZone: unknown time zone ../UTC"]],
  ["a time zone with dots", cronJob({ timeZone: "a..b" }), ["spec.timeZone: time: invalid location name"]],
  [
    "the local time zone in other letters",
    cronJob({ timeZone: "local" }),
    [
      "spec.timeZone: timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones",
      "spec.timeZone: unknown time zone local",
    ],
  ],
  [
    "finalizers against each other",
    withMetadata({ finalizers: ["foregroundDeletion", "orphan"] }),
    ["metadata.finalizers: finalizer orphan and foregroundDeletion cannot be both set"],
  ],
  [
    "a long subresource",
    withMetadata({ managedFields: [{ operation: "Update", subresource: "x".repeat(257) }] }),
    ["metadata.managedFields.0.subresource: may not be more than 256 bytes"],
  ],
])("%s", (_, object, expected) => {
  const kind = object.kind === "Pod" ? "Pod" : "CronJob";
  const { errors } = reviewObject(kind, object, { kubernetes: "1.37", featureGates: {} });
  expect(errors.map(({ path, detail }) => `${path.join(".")}: ${detail}`)).toEqual(expected);
});

it("a StatefulSet whose selector cannot be read is still told what its pods must be", () => {
  const spec = {
    serviceName: "a",
    selector: { matchLabels: { "a b": "c" } },
    template: { metadata: { labels: { a: "b" } }, spec: { ...pod, activeDeadlineSeconds: 5 } },
  };
  const object = { apiVersion: "apps/v1", kind: "StatefulSet", metadata: { name: "a" }, spec };
  const { errors } = reviewObject("StatefulSet", object, { kubernetes: "1.37", featureGates: {} });
  expect(errors.map(({ path }) => path.join("."))).toEqual([
    "spec.selector.matchLabels",
    "spec.selector",
    "spec.template.spec.restartPolicy",
    "spec.template.spec.activeDeadlineSeconds",
  ]);
});

it.each(["1.36", "1.37"] as const)(
  "an image volume of a template needs its reference from 1.37 on (%s)",
  (kubernetes) => {
    const volumes = [{ name: "a", image: {} }];
    const template = { metadata: { labels: { a: "b" } }, spec: { ...pod, restartPolicy: "Always", volumes } };
    const spec = { selector: { matchLabels: { a: "b" } }, template };
    const object = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" }, spec };
    const { errors } = reviewObject("Deployment", object, { kubernetes, featureGates: {} });
    expect(errors).toHaveLength(kubernetes === "1.37" ? 1 : 0);
  },
);
