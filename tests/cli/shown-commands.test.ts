import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parseArguments } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/dispatch.ts";
import { readScenario } from "../../src/cli/scenario-options.ts";
import { readSweep } from "../../src/experiments/sweep.ts";

const root = resolve(import.meta.dirname, "../..");
const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => join("docs", name))].filter(
  (name) => name.endsWith(".md"),
);
const COMMAND = /^npm run -s sim -- (sweep|reproduce|merge) (.*)$/;
const silent = { out() {}, note() {}, progress() {} };

/** Lines of code blocks. Text after several spaces is a remark and not part of the command. */
const shown = pages
  .flatMap((page) => [...readFileSync(join(root, page), "utf8").matchAll(/^```\w*\n([\s\S]*?)^```/gm)])
  .flatMap(([, block]) => block.split("\n"))
  .map((line) => COMMAND.exec(line.replace(/\s{2,}.*$/, "").trim()))
  .filter((match) => match !== null)
  .map(([line, name, rest]) => ({ line, name, words: rest.split(" ") }));

test("every sweep, reproduce and merge command in the documents is accepted", () => {
  expect(shown.length).toBeGreaterThan(8);
  for (const { line, name, words } of shown) {
    const args = parseArguments(COMMANDS.find((one) => one.name === name)!, words);
    if (name !== "sweep") continue;
    const texts = Object.fromEntries(args.given.map((one) => [one.name, one.text]));
    expect(readSweep(texts, readScenario(args, silent)).problems, line).toEqual([]);
  }
});
