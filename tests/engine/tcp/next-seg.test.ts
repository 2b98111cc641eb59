import { describe, test } from "vitest";
import { range, scripted } from "./conformance/scripted.ts";

/** Ten segments and no more; the first is lost, and the sixth and the last are late. */
function recovering(sender: { readonly forwardRetransmissions?: boolean; readonly rackLosses?: boolean }) {
  const flow = scripted({ rttMs: 100, sender: { lossProbes: false, ...sender } })
    .write(10)
    .sends(...range(0, 10));
  return flow.at(100).ack(0, [1, 4]).sends(0).ack(0, [1, 5], [6, 7]).ack(0, [1, 5], [6, 8]);
}

describe("with nothing new to send in a recovery (RFC 6675 §4)", () => {
  test("rule 3: the lowest segment below a SACKed one, once", () => {
    const flow = recovering({ forwardRetransmissions: true, rackLosses: false });
    flow.sends(5, 9).ack(0, [1, 5], [6, 9]).sends();
  });

  test("rule 4 alone: the last one, once", () => {
    recovering({ rackLosses: false }).sends(9).ack(0, [1, 5], [6, 9]).sends(5);
  });

  test("neither where losses are found by time: the hole counts as lost as soon as something later has come", () => {
    recovering({}).sends(5).ack(0, [1, 5], [6, 9]).sends();
  });
});
