/**
 * Tests that programs leave nothing behind in memory, in a separate process, so that the memory of other tests does
 * not count.
 */
import { beforeAll, expect, test } from "vitest";
import { MANY, triesAll } from "../../effort.ts";
import { customRun, ready, senderWith } from "./custom-runs.ts";

beforeAll(ready);

test.runIf(triesAll)("a thousand programs follow each other in one thread", MANY, () => {
  const heaps: number[] = [];
  for (let i = 0; i < 1000; i++) {
    const { programs } = customRun(
      senderWith(`function onMark(tcp) { tcp.ssthresh = tcp.cwnd / 2 } // ${i}`),
      "cc=own&duration=1s",
    );
    expect(programs[0].stopped).toBeNull();
    if (i % 300 === 299) heaps.push(process.memoryUsage().rss);
  }
  expect(heaps[2] - heaps[0]).toBeLessThan(100e6);
});
