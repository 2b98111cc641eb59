/** Signals as a sender gives them to its congestion control, and what that says of them right afterwards. */
import { expect } from "vitest";
import type { CongestionControl } from "../../../src/engine/cc/congestion-control.ts";
import type { Explanation, SenderDecision } from "../../../src/engine/explain/explanation.ts";
import type { SenderState } from "../../../src/engine/tcp/sender-state.ts";

/** Asked twice: it must not change anything by answering. */
export function ask(cc: CongestionControl, state: SenderState, decision: SenderDecision): Explanation {
  const said = cc.explain?.(state, decision) ?? null;
  expect(cc.explain?.(state, decision) ?? null).toEqual(said);
  expect(said).not.toBeNull();
  return said as Explanation;
}

/** The reduction is carried out later, as by PRR; a control that sets cwnd itself is told alone. */
function signal(
  event: "ecnReduction" | "lossReduction",
  cc: CongestionControl,
  state: SenderState,
  owns: boolean,
) {
  const before = state.cwnd;
  const ssthresh = event === "ecnReduction" ? cc.ssthreshAfterMark(state) : cc.ssthreshAfterLoss(state);
  if (!owns) state.ssthresh = ssthresh;
  return ask(cc, state, { event, before, after: owns ? Math.min(before, ssthresh) : ssthresh });
}

export const onMark = (cc: CongestionControl, state: SenderState, owns = false) =>
  signal("ecnReduction", cc, state, owns);

export const onLoss = (cc: CongestionControl, state: SenderState, owns = false) =>
  signal("lossReduction", cc, state, owns);

/** `lowers`: not for a second timeout of the same window. */
export function onTimeout(cc: CongestionControl, state: SenderState, { lowers = true, owns = false } = {}) {
  const before = state.cwnd;
  state.timeoutLowered = lowers;
  if (lowers) {
    const ssthresh = cc.ssthreshAfterLoss(state);
    if (!owns) state.ssthresh = ssthresh;
  }
  cc.onTimeout(state);
  Object.assign(state, { cwnd: 1, cwndCredit: 0, inRecovery: false, inLoss: true });
  return ask(cc, state, { event: "rto", before, after: 1 });
}
