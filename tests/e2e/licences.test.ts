/** Whose programs the built page holds: each is on the list that the page shows from Help, with the text of its licence. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Licence } from "../../src/ui/help/licence-list.ts";
import { openPage, painted } from "./browser.ts";

const dist = resolve(import.meta.dirname, "../../dist");
const textOf = (name: string) => readFileSync(join(dist, name), "utf8");
const listed: readonly Licence[] = JSON.parse(textOf("licences.json"));

test("every package of which something is in the built files is on the list", () => {
  const maps = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js.map"));
  const sources = maps.flatMap((name): string[] => JSON.parse(textOf(`assets/${name}`)).sources);
  const packages = new Set(
    sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
  );
  expect([...packages]).toContain("react-dom");
  expect([...packages]).toContain("comlink");
  const names = listed.map(({ name }) => name);
  expect([...packages].filter((name) => !names.includes(name))).toEqual([]);
});

test("the page as one file holds the same list", () => {
  const [, packed] = /id="sawtooth-files">([^<]*)</.exec(textOf("sawtooth.html")) ?? [];
  const held = JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString());
  expect(JSON.parse(held["licences.json"])).toEqual(listed);
});

test("Help leads to the licences, each with its text", async () => {
  const page = await openPage();
  await painted(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("button", { name: "Licences" }).click();
  const dialog = page.getByRole("dialog", { name: "Licences" });
  await dialog.getByText("Apache-2.0").click();
  const [comlink] = listed.filter(({ name }) => name === "comlink");
  expect(await dialog.locator("details[open] pre").innerText()).toBe(comlink.text);
  expect(await dialog.locator("summary").allInnerTexts()).toEqual(
    listed.map(({ name, version, licence }) => `${name} ${version}, ${licence}`),
  );
});
