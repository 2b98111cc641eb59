import { describe, expect, test } from "vitest";
import { ReorderingWindow, reorderingNs } from "../../../src/engine/tcp/reordering-window.ts";
import { scripted } from "./conformance/scripted.ts";

const MS = 1e6;

describe("how long a segment that may be late is waited for (RFC 8985 §6.2 step 4, Linux tcp_rack_reo_wnd)", () => {
  test("the sender does not wait on a path that never reordered, once three segments are SACKed", () => {
    const flow = scripted({ rttMs: 100 }).write(20).sendsAll(0, 10);
    flow.at(100).ack(0, [1, 3]);
    expect(reorderingNs(flow.sender)).toBe(25 * MS);
    flow.ack(0, [1, 4]).state("recovery");
    expect(reorderingNs(flow.sender)).toBe(0);
  });

  test("with fewer SACKed segments it waits for a quarter of the smallest round trip and 2 ms, up to a tick of 4 ms, then the segment counts as lost", () => {
    const flow = scripted({ rttMs: 100 }).write(4).sendsAll(0, 4);
    flow.at(100).ack(0, [3, 4]).sends().at(131).sends();
    flow.at(132).sends(0).state("recovery").happened("lossReduction");
  });

  test.each([
    [101, 132],
    [103, 132],
    [104, 136],
  ])("the tick in progress does not count: a wait from %i ms on ends at %i ms", (fromMs, endMs) => {
    const flow = scripted({ rttMs: 100 }).write(4).sendsAll(0, 4);
    flow
      .at(fromMs)
      .ack(0, [3, 4])
      .at(endMs - 1)
      .sends()
      .at(endMs)
      .sends(0);
  });

  test("a segment that arrives in that time was only late: nothing is sent again", () => {
    const flow = scripted({ rttMs: 100 }).write(4).sendsAll(0, 4);
    flow.at(100).ack(0, [3, 4]).at(110).ack(4).at(250).sends().happened();
    expect(flow.sender.board.hasReordered).toBe(true);
  });

  test("once the path has reordered packets, three SACKed segments prove no loss, and the sender waits", () => {
    const flow = scripted({ rttMs: 100 }).write(40).sendsAll(0, 10);
    flow.at(100).ack(0, [2, 3]).ack(4).taken();
    expect(flow.sender.board.hasReordered).toBe(true);
    flow.ack(4, [5, 9]).state("open").happened();
    flow.at(131).happened().at(132).state("recovery").happened("lossReduction");
  });

  test("it never waits longer than SRTT", () => {
    const flow = scripted({ rttMs: 100 }).write(10);
    flow.sender.reordering.steps = 9;
    expect(reorderingNs(flow.sender)).toBe(100 * MS);
  });
});

describe("how the window adapts", () => {
  test("it grows by a quarter for each round trip with a DSACK, for sixteen recoveries", () => {
    const window = new ReorderingWindow();
    window.onDuplicate(0, 100);
    window.onDuplicate(50, 120);
    expect(window.steps).toBe(2);
    window.onDuplicate(100, 200);
    expect(window.steps).toBe(3);
    for (let i = 0; i < 15; i++) window.onRecovered(false);
    expect(window.steps).toBe(3);
    window.onRecovered(false);
    expect(window.steps).toBe(1);
  });

  test("an unnecessary recovery makes the larger window last for sixteen more recoveries; the maximum is 255 quarters", () => {
    const window = new ReorderingWindow();
    window.onDuplicate(0, 1);
    window.onRecovered(false);
    window.onRecovered(true);
    window.onRecovered(true);
    for (let i = 0; i < 15; i++) window.onRecovered(false);
    expect(window.steps).toBe(2);
    for (let i = 1; i <= 300; i++) window.onDuplicate(i, i);
    expect(window.steps).toBe(255);
  });

  test("a DSACK on a path that never reordered does not change it", () => {
    const flow = scripted({ rttMs: 100 }).write(20).at(100).ack(5).ack(5, [0, 1]);
    expect(flow.sender.reordering.steps).toBe(1);
  });
});
