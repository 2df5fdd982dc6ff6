import { expect, it } from "vitest";
import { labelTemplate } from "../../../server/alerts/label-template.ts";

const sample = { labels: { pod: "web-1", namespace: "shop" }, value: 0.256 };

// As text/template of Go 1.26 expands them, with the functions of Prometheus v0.316.0.
it.each([
  ["warning", "warning"],
  ["{{ $labels.pod }}.{{ .Labels.namespace }}", "web-1.shop"],
  ["{{ $labels.missing }}", ""],
  ["{{ $value }}", "0.256"],
  ["{{ .Value | humanizePercentage }}", "25.6%"],
  ["{{ humanize $value }}", "256m"],
  ['{{ printf "%.1f of %s" $value $labels.pod }}', "0.3 of web-1"],
  ["a {{- /* nothing */ -}} b", "ab"],
  ["{{ if gt $value 0.5 }}critical{{ else if gt $value 0.2 }}warning{{ else }}info{{ end }}", "warning"],
  ['{{ if and (eq $labels.namespace "shop" "bank") (not (match "^db" $labels.pod)) }}web{{ end }}', "web"],
  ["{{ index $labels `pod` | toUpper }}", "WEB-1"],
  // Go compares no float with an integer: the label is the error, and the same each time.
  ["{{ if gt $value 1 }}critical{{ else }}warning{{ end }}", "<error expanding template>"],
])("%s", (text, expected) => {
  const read = labelTemplate(text);
  expect("label" in read && (read.label.expand?.(sample) ?? read.label.text)).toBe(expected);
});

it.each([
  [1e21, "1e+21"],
  [123_456_789, "1.23456789e+08"],
  [100_000, "100000"],
  [0.00001, "1e-05"],
  [Number.POSITIVE_INFINITY, "+Inf"],
  [-0.5, "-0.5"],
])("the value %d is written %s", (value, expected) => {
  const read = labelTemplate("{{ $value }}");
  expect("label" in read && read.label.expand?.({ labels: {}, value })).toBe(expected);
});

it.each([
  "{{ $value",
  "{{ }}",
  "{{ end }}",
  "{{ range .Labels }}x{{ end }}",
  "{{ $x := 5 }}",
  "{{ ( $value }}",
  "{{ $labels.a.b }}",
])("%s is a problem", (text) => {
  expect(labelTemplate(text)).toHaveProperty("problem");
});
