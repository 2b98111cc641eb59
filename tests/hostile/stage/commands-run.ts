/** Runs senders and queues that fill memory, time or cells by the command `run`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { idOf, MOST_PROGRAMS } from "../../../src/engine/custom-programs.ts";
import { packText } from "../../../src/lib/packed-text.ts";
import { scratchFolder } from "../../cli/scratch-folder.ts";
import { ready } from "../../engine/custom/custom-runs.ts";
import { flowsFor, QUEUES, SENDERS } from "../attacks.ts";
import { expectLittle } from "../commands.ts";

describe("run", () => {
  beforeAll(ready);

  test.each(["memory: typed arrays", "memory: what it catches", "time: JSON"])(
    "of as many senders as a run may have, %s",
    (what) => {
      const codes = Array.from({ length: MOST_PROGRAMS }, (_, i) => `${SENDERS[what]}\n// ${i}`);
      const link = [
        "v=2&capacity=50Mbps&duration=20s",
        ...codes.map((code) => `program=${packText(code)}`),
        ...codes.map((code) => `flow=cc=${idOf(code)}`),
      ].join("&");
      const seen = expectLittle(`run, ${MOST_PROGRAMS} programs, ${what}`, ["run", "--url", `#${link}`]);
      expect(seen.said).toMatch(/stopped at|was stopped after/);
    },
  );

  test.each(Object.entries(SENDERS))("of a sender, %s", (what, code) => {
    const file = join(scratchFolder(), "attack.js");
    writeFileSync(file, code);
    const seen = expectLittle(`run, ${what}`, [
      "run",
      "--cc-file",
      file,
      "--flows",
      String(flowsFor(what)),
      "--capacity",
      "50Mbps",
      "--duration",
      "20s",
    ]);
    expect(seen.said.match(/stopped at|was stopped after/g) ?? []).toHaveLength(1);
  });

  test.each(Object.entries(QUEUES))("of a queue, %s", (what, code) => {
    const file = join(scratchFolder(), "attack.js");
    writeFileSync(file, code);
    expectLittle(`run, queue, ${what}`, [
      "run",
      "--aqm-file",
      file,
      "--capacity",
      "50Mbps",
      "--duration",
      "20s",
    ]);
  });
});
