import type { Fields } from "../../shared/api-server/types/fields.ts";
import type { Random } from "./random.ts";

type Draw = (random: Random) => Fields;

/** Ports of few numbers, so that often several have the same one. */
const port: Draw = (random) => {
  const containerPort = random.pick([53, 53, 53, 80, 8080]);
  return {
    containerPort,
    ...(random.percent(70) && { protocol: random.pick(["TCP", "UDP", "SCTP", ""]) }),
    ...(random.percent(30) && { name: random.pick(["a", "b", "c"]) }),
    ...(random.percent(20) && { hostPort: containerPort }),
    ...(random.percent(10) && { hostIP: "192.0.2.1" }),
  };
};

const variable: Draw = (random) => ({
  name: random.pick(["A", "A", "B"]),
  ...(random.percent(70)
    ? { value: random.pick(["1", "2", ""]) }
    : {
        valueFrom: random.pick<Fields>([
          { fieldRef: { fieldPath: "metadata.name" } },
          { secretKeyRef: { name: "one", key: random.pick(["k", "l"]) } },
          { secretKeyRef: { name: "other", key: "k", optional: true } },
        ]),
      }),
});

/** Two texts of a pod whose ports or variables change, where kubectl cannot know by their key which of them is meant. */
export function drawTwins(random: Random): { readonly before: Fields; readonly after: Fields } {
  const [field, draw] = random.pick([
    ["ports", port],
    ["env", variable],
  ]);
  const items = Array.from({ length: random.pick([1, 2, 2, 3]) }, () => draw(random));
  return { before: podWith({ [field]: items }), after: podWith({ [field]: varied(items, draw, random) }) };
}

function podWith(fields: Fields): Fields {
  const spec = { containers: [{ name: "app", image: "registry.example/app:1.0", ...fields }] };
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec };
}

function varied(items: readonly Fields[], draw: Draw, random: Random): readonly Fields[] {
  const index = random.below(items.length);
  const change = random.pick(["drop", "add", "replace", "reverse", "shorten"]);
  if (change === "drop") return items.toSpliced(index, 1);
  if (change === "add") return items.toSpliced(index, 0, draw(random));
  if (change === "replace") return items.with(index, draw(random));
  if (change === "reverse") return items.toReversed();
  const { protocol: _protocol, value: _value, hostPort: _hostPort, ...shorter } = items[index] ?? {};
  return items.with(index, shorter);
}
