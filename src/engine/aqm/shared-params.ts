/** Parameters that several disciplines declare alike. */
import type { BooleanParam, SizeParam } from "../params/param.ts";

/** Every queue has a limit; the scenario adds it to each discipline's own parameters. */
export const LIMIT: SizeParam = {
  kind: "size",
  id: "limit",
  label: "Limit",
  default: "1000p",
  minPackets: 2,
  maxPackets: 100_000,
  minBytes: 3_000,
  maxBytes: 150_000_000,
  help: "Longest queue, in packets or bytes; a packet that does not fit is dropped.",
};

export const AQM_ECN: BooleanParam = {
  kind: "boolean",
  id: "aqm-ecn",
  label: "Mark ECT packets",
  default: true,
  help: "Mark packets of ECN-capable flows (CE) instead of dropping them.",
  cite: "RFC 3168 §5",
};
