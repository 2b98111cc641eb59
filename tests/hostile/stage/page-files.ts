/** Opens captures of the largest size, and damaged files, on the page. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { MOST_MEASURED_BYTES_ON_PAGE } from "../../../src/measured/measurement.ts";
import { scratchFolder } from "../../cli/scratch-folder.ts";
import { CAPTURES, capture } from "../attacks.ts";
import { attacked, expectLittle } from "../page.ts";

describe("a file", () => {
  const give = (name: string, bytes: Buffer) => async (page: Page) => {
    // A path, because Playwright does not send more than 50 MB.
    const file = join(scratchFolder(), name);
    writeFileSync(file, bytes);
    await page
      .getByRole("region", { name: "Compare", exact: true })
      .locator('input[type="file"]')
      .setInputFiles(file);
  };

  test.each(CAPTURES)("a capture of 64 MB, %s", async (what, seqOf, payload) => {
    const attack = give("large.pcap", capture(seqOf, payload, MOST_MEASURED_BYTES_ON_PAGE));
    expectLittle(
      `capture, ${what}`,
      await attacked("v=2&duration=5s", attack, /“large\.pcap” is shown over the run/),
    );
  });

  const damaged = capture((i) => i, 1, 20e6);
  damaged.fill(0xff, 10e6, 10e6 + 64);
  test.each([
    ["a damaged capture", "damaged.pcap", damaged, /Packet [\d, {2}]+, at byte/],
    [
      "a capture of zeros",
      "zeros.pcap",
      Buffer.concat([damaged.subarray(0, 24), Buffer.alloc(30e6)]),
      /The capture has/,
    ],
    ["a table of one line of 60 MB", "line.csv", Buffer.alloc(60e6, "1,"), /limit/],
    ["a JSON of 60 MB of brackets", "nested.json", Buffer.alloc(60e6, "["), /Line 1 has/],
    [
      "a table of 60 MB",
      "rows.csv",
      Buffer.from(`time_s,cwnd\n${"0.1,10\n".repeat(8e6)}`),
      /rows\.csv|The file/,
    ],
  ])("%s", async (what, name, bytes, sentence) => {
    expectLittle(what, await attacked("v=2&duration=5s", give(name, bytes), sentence));
  });
});
