/** The page and the command line are one simulator: the same link gives the same digest in both, whole and in slices. */
import { expect, test } from "vitest";
import { starredLinks } from "../bits/links.ts";
import { bitsOf } from "../bits/runner.ts";
import { sim } from "../cli/command-line.ts";
import { openPage } from "./browser.ts";
import { digest, follow } from "./page-state.ts";

/** In this process: to start a program for each link would take longer than all the runs. */
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
