/** The expectations of ns-3's suite tcp-highspeed-test: growth and reduction at the windows of RFC 3649's table. */
import { expect, test } from "vitest";
import { hstcp } from "../../../../src/engine/cc/hstcp/hstcp.ts";
import { AimdTable, decreaseAt } from "../../../../src/engine/cc/hstcp/table.ts";
import { madeControl, madeState } from "../made.ts";

const table = new AimdTable(0.1);
table.rowOf(100_000, 0);
/** ns-3's suite uses the first 71 rows of the table. */
const EDGES = Array.from({ length: 71 }, (_, row) => [table.edge(row), row + 1] as const);

test.each(EDGES)("at %s segments, w/a ACKs and one more, with a = %s, add one segment", (w, a) => {
  const cc = madeControl(hstcp);
  const state = madeState({ cwnd: w, ssthresh: w });
  for (let i = 0; i < Math.floor(w / a) + 1; i++) cc.onAck(state, 1);
  expect(state.cwnd).toBe(w + 1);
});

/** ns-3 uses b(w) with the two decimals printed in the RFC, for the window before the reduction. */
test.each(EDGES)(
  "at %s segments, with a = %s, a cut leaves (1 - b)·w, except for the rounding of the printed b",
  (w) => {
    const cc = madeControl(hstcp);
    cc.onAck(madeState({ cwnd: w, ssthresh: w }), 1);
    const suite = Math.floor(w * (1 - Number(decreaseAt(w, 0.5, 0.1).toFixed(2))));
    const left = cc.ssthreshAfterLoss(madeState({ cwnd: w }));
    expect(Math.abs(left - suite) / w).toBeLessThan(0.011);
  },
);

test("at 38 segments the number is exactly that of the suite", () => {
  expect(madeControl(hstcp).ssthreshAfterLoss(madeState({ cwnd: 38 }))).toBe(19);
});
