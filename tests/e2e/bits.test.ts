/**
 * Tests that the same URL gives the same result everywhere: in the page, on the command line, in slices, and in every
 * JavaScript engine.
 */
import { type BrowserType, chromium, firefox, type LaunchOptions } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { allAreNeeded, chromiumArguments, type Engine, engines } from "../../scripts/engines.ts";
import { runnerScript } from "../bits/bundle.ts";
import { bitsInBrowser, bitsInShell } from "../bits/engine-runs.ts";
import { allLinks, starredLinks } from "../bits/links.ts";
import { bitsOf } from "../bits/runner.ts";
import { sim } from "../cli/command-line.ts";
import { effort } from "../effort.ts";
import { browserName, leaveOut, openPage } from "./browser.ts";
import { firefoxOptions } from "./firefox.ts";
import { digest, follow } from "./page-state.ts";

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

/** Returns the program. The test of an engine that is not installed is skipped, or fails if all are required. */
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

  test("each gives one digest in Node, simulated whole and in slices", () => {
    expect(inNode).toHaveLength(allLinks.length);
    expect(inNode.filter((line, i) => line.slice(16) !== ` ${allLinks[i]}`)).toEqual([]);
  });

  test.each(engines)("give the same digests in $name", async (engine) => {
    expect(await RUNS[engine.name](programOf(engine))).toEqual(inNode);
  });
});

/** Runs in this process, because starting a program for each URL would take longer than all the runs. */
async function digestOfCommandLine(link: string): Promise<string> {
  const { out } = await sim("run", "--url", `#${link}`, "--json");
  return JSON.parse(out).digest;
}

test("forty links give the same digest in the page, on the command line, and in slices", async () => {
  const page = await openPage();
  const [inPage, onCommandLine, inSlices]: string[][] = [[], [], []];
  for (const link of starredLinks) {
    await follow(page, link);
    inPage.push(`${await digest(page)} ${link}`);
    onCommandLine.push(`${await digestOfCommandLine(link)} ${link}`);
    inSlices.push(`${bitsOf(link)} ${link}`);
  }
  expect(inPage).toEqual(onCommandLine);
  expect(inSlices).toEqual(onCommandLine);
});
