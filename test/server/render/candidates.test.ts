import { expect, it } from "vitest";
import { writtenValue } from "../../../server/render/candidates.ts";

// What a line sets, and where in it the value stands.
it.each([
  ["successThreshold: 2 # only 1 is allowed", "successThreshold", "2"],
  ["  - containerPort: 8080", "containerPort", "8080"],
  ["  - 8080", undefined, "8080"],
  ['tag: "1.29"', "tag", "1.29"],
  ["'tag': '1.29'  # newest", "tag", "1.29"],
  ['"replicas": 3,', "replicas", "3"],
  ["- - nested: a b c", "nested", "a b c"],
  ["path: /live\r", "path", "/live"],
])("%j sets %s to %s", (line, key, value) => {
  const read = writtenValue(line);
  expect(read).toMatchObject({ key, value });
  expect(line.slice(read?.start, read?.end)).toBe(value);
});

it.each([
  "liveness:",
  "8080",
  "labels: {app: web}",
  "grace: {{ .Values.grace }}",
  "grace: *grace",
  'image: "{{ .Values.image }}:1"  x',
  "# comment: 1",
  "text: |-",
  "text: it's",
  `key: ${"x".repeat(2000)}`,
])("%j sets nothing that a line tells", (line) => {
  expect(writtenValue(line)).toBeUndefined();
});
