import { expect, test } from "vitest";
import { BBR2_RULES, bbr2 } from "../../../src/engine/cc/bbr2.ts";
import { defaultsOf } from "../../../src/engine/scenario/places.ts";
import { GAIN, MODE, madeBbr } from "./made-bbr.ts";
import { MadePath } from "./made-path.ts";
import { S } from "./made-state.ts";

const UP = 5;

test("defaults are those of google/bbr v2alpha tcp_bbr2.c", () => {
  expect(defaultsOf(bbr2.params)).toEqual({
    "bbr-startup-gain": 2.885,
    "bbr-drain-gain": 0.347,
    "bbr-cwnd-gain": 2,
    "bbr-probe-rtt-interval": 5,
    "bbr-probe-rtt-time": 200,
    "bbr-quantum": "kernel",
    "bbr-loss-thresh": 0.02,
    "bbr-beta": 0.7,
    "bbr-headroom": 0.15,
    "bbr-down-gain": 0.75,
    "bbr-probe-wait": 2,
    "bbr-ecn-max-rtt": 5,
    "bbr-ecn-thresh": 0.5,
    "bbr-ecn-factor": 1 / 3,
    "bbr-ecn-alpha-gain": 1 / 16,
    "bbr-budget": true,
  });
  expect(BBR2_RULES).toMatchObject({
    singleWhenSlow: true,
    startupLossEvents: 8,
    reprobeShare: 0,
  });
});

test("goes down at 0.75, and each probe queues about a quarter of the BDP", () => {
  const cc = madeBbr(bbr2);
  const path = new MadePath(cc);
  const gains = new Set<number>();
  path.runUntil(() => cc.probe(MODE) === UP);
  path.maxQueue = 0;
  path.runUntil(
    () => {
      gains.add(cc.probe(GAIN));
      return false;
    },
    path.nowNs + 10 * S,
  );
  expect([...gains].sort()).toEqual([0.75, 1, 1.25]);
  expect(path.maxQueue).toBeGreaterThan(20);
  expect(path.maxQueue).toBeLessThan(32);
});

test("asks for DCTCP's feedback, samples and pacing, and sets cwnd itself", () => {
  expect(bbr2).toMatchObject({ feedback: "dctcp", samples: true, paced: true, ownsCwnd: true });
});
