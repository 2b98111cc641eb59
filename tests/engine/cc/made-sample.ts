/** A sample made by hand: one segment, delivered at 1000 segments per second, a round trip of 100 ms after it was sent. */
import { AckSample } from "../../../src/engine/tcp/ack-sample.ts";
import { MS } from "./made-state.ts";

export function madeSample(fields: Partial<AckSample> = {}): AckSample {
  const { deliveredTotal = 1000, intervalNs = 100 * MS, ...others } = fields;
  const priorDelivered = deliveredTotal - (1000 * intervalNs) / 1e9;
  const usual = { acked: 1, delivered: 1, rttNs: 100 * MS, inflightBefore: 100, inflightAtSend: 100 };
  return Object.assign(new AckSample(), usual, { deliveredTotal, intervalNs, priorDelivered }, others);
}
