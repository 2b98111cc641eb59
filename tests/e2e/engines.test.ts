/** All links give the same bits, whole and in slices, in every engine of JavaScript that is installed: `npm run test:long`. */
import { type BrowserType, chromium, firefox, type LaunchOptions } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumArguments } from "../../scripts/chromium.ts";
import { allAreNeeded, type Engine, engines } from "../../scripts/engines.ts";
import { runnerScript } from "../bits/bundle.ts";
import { bitsInBrowser, bitsInShell } from "../bits/engine-runs.ts";
import { allLinks } from "../bits/links.ts";
import { effort } from "../effort.ts";
import { browserName } from "./browser-name.ts";
import { firefoxOptions } from "./firefox.ts";
import { leaveOut } from "./left-out.ts";

let script = "";
let inNode: readonly string[] = [];

async function inBrowser(type: BrowserType, options: LaunchOptions): Promise<readonly string[]> {
  const browser = await type.launch(options);
  try {
    return await bitsInBrowser(browser, script, allLinks);
  } finally {
    await browser.close();
  }
}

const RUNS: Readonly<Record<string, (program: string) => Promise<readonly string[]>>> = {
  Chromium: (executablePath) => inBrowser(chromium, { executablePath, args: chromiumArguments() }),
  Firefox: () => inBrowser(firefox, firefoxOptions("reduce")),
  jsc: (program) => bitsInShell(program, script, allLinks),
};

/** The program; a test of an engine that is not installed is left out, or fails where all are needed. */
function programOf({ name, find }: Engine): string {
  const program = find();
  if (program !== null) return program;
  if (allAreNeeded) throw new Error(`${name} is not installed, and SAWTOOTH_ENGINES asks for all.`);
  return leaveOut(`${name} is not installed`);
}

const isWanted = (effort === "long" || allAreNeeded) && browserName === "chromium";

describe.runIf(isWanted)(`${allLinks.length} links`, () => {
  beforeAll(async () => {
    script = await runnerScript();
    inNode = await bitsInShell(process.execPath, script, allLinks);
  });

  test("give one digest each in Node, whole and in slices", () => {
    expect(inNode).toHaveLength(allLinks.length);
    expect(inNode.filter((line, i) => line.slice(16) !== ` ${allLinks[i]}`)).toEqual([]);
  });

  test.each(engines)("give the same digests in $name", async (engine) => {
    expect(await RUNS[engine.name](programOf(engine))).toEqual(inNode);
  });
});
