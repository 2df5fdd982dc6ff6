import { expect, test } from "vitest";
import { podsOf } from "../read.ts";

const labels = "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: ";
const whole = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec: {${labels}{containers: [{name: app, image: a}]}}}
`;

test.each([
  ["a status without containers", "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nstatus: {phase: Running}\n"],
  ["labels in place of a name, and no containers", "apiVersion: v1\nkind: Pod\nmetadata: {labels: {app: web}}\n"],
  [
    "labels in place of a name, and no image",
    "apiVersion: v1\nkind: Pod\nmetadata: {labels: {app: web}}\nspec: {containers: [{name: app}]}\n",
  ],
  [
    "an owner without its uid, and no image",
    whole.replace("db", "db, ownerReferences: [{kind: Db}]").replace(", image: a", ""),
  ],
  ["an expression as a key", whole.replace("spec: {", "spec:\n  (replicas > `1`): true\n  rest: {")],
  ["an expression in quotes", whole.replace("spec: {", 'spec:\n  "(length(a) > `0`)": true\n  rest: {')],
])("nobody sends %s", (_, text) => {
  expect(podsOf(text)).toEqual([]);
});

test.each([
  ["whole", whole],
  ["with a status", `${whole}status: {replicas: 1}\n`],
  ["without an image", whole.replace(", image: a", "")],
  ["with an owner without its uid", whole.replace("db", "db, ownerReferences: [{kind: Db}]")],
  ["without a name", whole.replace("name: db", "labels: {a: b}")],
  ["whose name has a slip", whole.replace("name: db", "nam: db").replace("image: a", "imag: a")],
  ["with brackets in a text", whole.replace("db", "db, annotations: {note: '(see below): a'}")],
])("an object %s is one that somebody sends", (_, text) => {
  expect(podsOf(text)).toHaveLength(1);
});
