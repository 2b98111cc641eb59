import { expect, test } from "vitest";
import { bbr3 } from "../../../../src/engine/cc/bbr/bbr3.ts";
import { MS, madeControl, S } from "../made.ts";
import { MadePath } from "../made-path.ts";
import { GAIN, MODE } from "./made-bbr.ts";

const DRAIN = 1;
const DOWN = 2;
const UP = 5;

test("STARTUP keeps two BDPs in flight and leaves a queue of one", () => {
  const cc = madeControl(bbr3);
  const path = new MadePath(cc);
  path.runUntil(() => cc.probe(MODE) === DRAIN);
  expect(path.state.inflight).toBeGreaterThan(190);
  expect(path.state.inflight).toBeLessThan(225);
});

test("a probe lasts three rounds without growth, with a window of 2.25 BDPs; DOWN paces at 0.91", () => {
  const cc = madeControl(bbr3);
  const path = new MadePath(cc);
  path.runUntil(() => cc.probe(MODE) === UP);
  const startNs = path.nowNs;
  path.runFor(250 * MS);
  expect(path.state.cwnd).toBeGreaterThan(225);
  path.runUntil(() => cc.probe(MODE) === DOWN);
  expect((path.nowNs - startNs) / MS).toBeGreaterThan(300);
  expect((path.nowNs - startNs) / MS).toBeLessThan(600);
  expect(cc.probe(GAIN)).toBe(0.91);
});

test("DRAIN lasts at most three rounds (draft-ietf-ccwg-bbr-05 §5.3.2)", () => {
  // DRAIN is so slow that emptying the queue would take ten rounds.
  const cc = madeControl(bbr3, { "bbr-drain-gain": 0.9 });
  const path = new MadePath(cc);
  path.runUntil(() => cc.probe(MODE) === DRAIN);
  const startNs = path.nowNs;
  path.runUntil(() => cc.probe(MODE) === DOWN, startNs + 10 * S);
  expect((path.nowNs - startNs) / MS).toBeLessThan(800);
  expect(path.queue).toBeGreaterThan(20);
});
