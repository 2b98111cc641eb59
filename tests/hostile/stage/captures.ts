/** Lays captures of the largest size over a run, by the command `run --over`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "../../cli/scratch-folder.ts";
import { CAPTURES, capture } from "../attacks.ts";
import { expectLittle } from "../commands.ts";

describe("run --over", () => {
  test.each(CAPTURES)("of a capture of 127 MB, %s", (what, seqOf, payload) => {
    const file = join(scratchFolder(), "large.pcap");
    writeFileSync(file, capture(seqOf, payload));
    const seen = expectLittle(`run --over, ${what}`, ["run", "--duration", "5s", "--over", file]);
    expect(seen.status).toBe(0);
  });
});
