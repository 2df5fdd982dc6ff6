import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as z from "zod/mini";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const manifestShape = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    menus: z.object({ commandPalette: z.array(z.object({ command: z.string(), when: z.string() })) }),
  }),
});

it("every error and warning that the extension shows leads to the log", () => {
  const files = globSync("client/**/*.ts", { cwd: root }).filter(
    (file) => !/^client[/\\]basics[/\\]log\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const others = /show(?:Error|Warning)Message/;
  expect(files.filter((file) => others.test(readFileSync(`${root}/${file}`, "utf8")))).toEqual([]);
});

it("every command of the palette is documented", () => {
  const manifest = manifestShape.parse(JSON.parse(readFileSync(`${root}/package.json`, "utf8")));
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(`${root}/package.nls.json`, "utf8")));
  const { commands, menus } = manifest.contributes;
  const hidden = new Set(menus.commandPalette.flatMap(({ command, when }) => (when === "false" ? [command] : [])));
  const titles = commands.flatMap(({ command, title }) =>
    hidden.has(command) ? [] : [texts[title.replaceAll("%", "")] ?? title],
  );
  const page = readFileSync(`${root}/docs/settings.md`, "utf8");
  expect(titles.length).toBeGreaterThan(10);
  expect(titles.filter((title) => !page.includes(`\`${title}\``))).toEqual([]);
});
