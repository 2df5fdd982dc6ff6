// Writes shared/api-server/workloads/time-zones.data.ts: the names of the time zones that the API server knows, which are those of Go's own copy.
//
//   unzip -Z1 "$(go env GOROOT)/lib/time/zoneinfo.zip" >tools/kubernetes/time-zones.txt
//   node tools/generate-time-zones.mjs

import { readFileSync, writeFileSync } from "node:fs";

const names = readFileSync(new URL("kubernetes/time-zones.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((name) => name !== "" && !name.endsWith("/"))
  .sort();
/** @type {Map<string, string[]>} */
const byFolder = new Map();
for (const name of names) {
  const slash = name.lastIndexOf("/");
  const folder = name.slice(0, slash + 1);
  byFolder.set(folder, [...(byFolder.get(folder) ?? []), name.slice(slash + 1)]);
}
const lines = [...byFolder].map(([folder, zones]) => `${folder} ${zones.join(" ")}`);
writeFileSync(
  new URL("../shared/api-server/workloads/time-zones.data.ts", import.meta.url),
  `// Written by tools/generate-time-zones.mjs. A line is a folder, then the names of the zones in it.\nexport const timeZoneLines = \`\n${lines.join("\n")}\n\`;\n`,
);
