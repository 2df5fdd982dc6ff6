import { expect, test } from "vitest";
import {
  ofNamespaces,
  oneOf,
  readMatch,
  selectorText,
  withoutPods,
} from "../../../../server/prometheus/fleet/selectors.ts";

function matchers(text: string) {
  const read = readMatch(text);
  if ("problem" in read) throw new Error(read.problem);
  return read.value;
}

test("a match is written as it was read", () => {
  expect(selectorText("up", matchers(`{cluster="a",namespace=~"web-.*",pod!="x\\"y"}`))).toBe(
    `up{cluster="a",namespace=~"web-.*",pod!="x\\"y"}`,
  );
});

test("names are literals: dots match themselves", () => {
  expect(selectorText("m", [oneOf("pod", ["a.b", "c+d"])])).toBe(`m{pod=~"a\\\\.b|c\\\\+d"}`);
  expect(selectorText("m", [oneOf("pod", ["a.b"])])).toBe(`m{pod="a.b"}`);
});

test("series without pods are asked for what they have", () => {
  const all = matchers(`{cluster="a",namespace="web",pod="x"}`);
  expect(selectorText("kube_node_info", withoutPods(all))).toBe(`kube_node_info{cluster="a"}`);
  expect(selectorText("kube_job_owner", ofNamespaces(all))).toBe(`kube_job_owner{cluster="a",namespace="web"}`);
});
