/** How much of what a flow has on the wire is payload. */
import { readNumber } from "../params/read.ts";
import type { FlowSpec, Scenario } from "./scenario.ts";

/** Of the bits on the wire, the share that is payload in full packets. */
export function payloadShare({ traffic, params }: FlowSpec, tcp: Scenario["tcp"]): number {
  const payload = readNumber(traffic === "cbr" ? params : tcp, traffic === "cbr" ? "cbr-packet" : "mss");
  return payload / (payload + readNumber(tcp, "overhead"));
}
