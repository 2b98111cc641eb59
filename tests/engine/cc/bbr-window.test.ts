import { describe, expect, test } from "vitest";
import { BbrWindow } from "../../../src/engine/cc/bbr-window.ts";
import type { SenderState } from "../../../src/engine/tcp/sender-state.ts";
import { madeState } from "./made-state.ts";

class Probed extends BbrWindow {
  isProbing = false;

  protected get isProbingRtt(): boolean {
    return this.isProbing;
  }

  get saved(): number {
    return this.savedCwnd;
  }

  repair(): void {
    this.wasRepairing = true;
  }

  onSample(): void {}
  onTimeout(): void {}
  configure(): void {}
  probe(): number {
    return Number.NaN;
  }
}

function stateOf(cwnd: number): SenderState {
  return madeState({ cwnd });
}

describe("the window of a BBR", () => {
  test("is not reduced by losses and marks, but remembered", () => {
    const bbr = new Probed();
    expect([bbr.ssthreshAfterLoss(stateOf(40)), bbr.ssthreshAfterMark(stateOf(30))]).toEqual([40, 30]);
    expect(bbr.saved).toBe(30);
  });

  test("once it is small, in a repair or in PROBE_RTT, only a larger one is remembered", () => {
    const [repairing, probing] = [new Probed(), new Probed()];
    for (const bbr of [repairing, probing]) bbr.ssthreshAfterLoss(stateOf(40));
    repairing.repair();
    probing.isProbing = true;
    for (const bbr of [repairing, probing]) {
      bbr.ssthreshAfterLoss(stateOf(4));
      expect(bbr.saved).toBe(40);
      bbr.ssthreshAfterLoss(stateOf(50));
      expect(bbr.saved).toBe(50);
    }
  });
});
