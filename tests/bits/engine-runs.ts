/** Runs all scenario URLs in a JavaScript engine and returns a line "DIGEST URL" for each. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";

const run = promisify(execFile);

/** Runs the scenario URLs in a shell that reads a file and provides `print`, or in Node. */
export async function bitsInShell(
  program: string,
  script: string,
  links: readonly string[],
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "sawtooth-bits-"));
  const file = join(folder, "bits.js");
  const say = "typeof print === 'function' ? print : console.log";
  const calls = `for (const link of ${JSON.stringify(links)}) (${say})(bits.bitsOf(link) + " " + link);`;
  try {
    await writeFile(file, `${script}\n${calls}\n`);
    const { stdout } = await run(program, [file], { maxBuffer: Number.POSITIVE_INFINITY });
    return stdout.trimEnd().split("\n");
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Bits {
  readonly bits: { bitsOf(link: string): string };
}

/** Runs each scenario URL in an empty browser page. Returns one line with the digest and the URL for each. */
export async function bitsInBrowser(
  browser: Browser,
  script: string,
  links: readonly string[],
): Promise<readonly string[]> {
  const page = await browser.newPage();
  await page.addScriptTag({ content: script });
  const lines: string[] = [];
  for (const link of links) {
    const found = await page.evaluate((one) => (globalThis as unknown as Bits).bits.bitsOf(one), link);
    lines.push(`${found} ${link}`);
  }
  await page.close();
  return lines;
}
