/** Opens senders and queues that fill memory, time or cells as links of the page. */
import type { Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { idOf, MOST_PROGRAMS } from "../../../src/engine/custom-programs.ts";
import { packText } from "../../../src/lib/packed-text.ts";
import { ready, senderWith } from "../../engine/custom/custom-runs.ts";
import { flowsFor, QUEUES, SENDERS } from "../attacks.ts";
import { attacked, expectLittle } from "../page.ts";

const PATH = "capacity=50Mbps&duration=20s";

beforeAll(ready);

const run = (page: Page) => page.getByRole("button", { name: "Run", exact: true }).click();
const ENDED = /\(line \d+\): |more than \d+ MB|more than \d+ million|took more than/;

describe("a link", () => {
  test.each([
    ...Object.entries(SENDERS),
    ["time: no end", senderWith("function onSample() { for (;;) {} }")],
  ])("with a sender, %s", async (what, code) => {
    const link = `v=2&program=${packText(code)}&cc=own&${PATH}&flows=${flowsFor(what)}`;
    expectLittle(`sender, ${what}`, await attacked(link, run, ENDED));
  });

  test.each([...Object.entries(QUEUES).filter(([what]) => !what.startsWith("cells"))])(
    "with a queue, %s",
    async (what, code) => {
      const link = `v=2&program=${packText(code)}&aqm=own&${PATH}`;
      expectLittle(`queue, ${what}`, await attacked(link, run, ENDED));
    },
  );

  test("with a queue that keeps all packets is stopped at a limit", async () => {
    const link = `v=2&program=${packText("// @queue Attacker\nfunction dequeue() {}")}&aqm=own&capacity=0.05Mbps&limit=150000000B&overhead=0&flow=traffic=cbr,cbr-rate=1000Mbps,cbr-packet=20&duration=10s`;
    expectLittle("queue that keeps all packets", await attacked(link, run, /stopped|packets in/));
  });

  test.each(["memory: typed arrays", "time: JSON"])("with sixteen senders, %s", async (what) => {
    const codes = Array.from({ length: MOST_PROGRAMS }, (_, i) => `${SENDERS[what]}\n// ${i}`);
    const link = [
      `v=2&${PATH}`,
      ...codes.map((code) => `program=${packText(code)}`),
      ...codes.map((code) => `flow=cc=${idOf(code)}`),
    ].join("&");
    expectLittle(`${MOST_PROGRAMS} senders, ${what}`, await attacked(link, run, ENDED));
  });
});
