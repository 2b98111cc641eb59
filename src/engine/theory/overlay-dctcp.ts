/** Equal DCTCP flows over a step threshold: the queue's swing, the share that is marked, the length of a cycle. */
import type { Scenario } from "../scenario/scenario.ts";
import { dctcpCycle } from "./dctcp-steady-state.ts";
import { constant, type Overlay, short } from "./overlay.ts";
import { packetsOf, steadyFlows } from "./steady-flows.ts";

export function dctcpOverlays(scenario: Scenario): Overlay[] {
  const flows = steadyFlows(scenario);
  if (flows === null || flows.spec.cc !== "dctcp" || flows.queue.aqm !== "step") return [];
  const { queue, packetsPerS, rttS, count, packetBytes } = flows;
  const { "step-time": stepMs, "aqm-ecn": marking } = queue.params;
  if (marking !== true) return [];
  const inTime = typeof stepMs === "number";
  const threshold = inTime ? (stepMs / 1000) * packetsPerS : packetsOf(queue, "step", packetBytes);
  const { window, alpha, queue: swing, periodS } = dctcpCycle({ flows: count, packetsPerS, rttS, threshold });
  const common = {
    sentence: `Windows move together and are ${short(window)} segments when the queue reaches ${short(threshold)} packets; one round trip of each cycle is marked.`,
    cite: "Alizadeh et al. 2010 (DCTCP), §3.3",
  };
  const { id: link } = flows.link;
  return [
    {
      ...common,
      id: "dctcp-queue",
      label: "DCTCP's cycle: queue",
      kind: "queue",
      link,
      group: null,
      value: { form: "band", low: swing.min, high: swing.max },
    },
    {
      ...common,
      id: "dctcp-alpha",
      label: "DCTCP's cycle: α",
      kind: "probability",
      link: null,
      group: 0,
      value: constant(alpha),
      probe: "dctcp-alpha",
    },
    {
      ...common,
      id: "dctcp-period",
      label: "DCTCP's cycle: period",
      kind: "cycle",
      link: null,
      group: 0,
      value: constant(periodS),
    },
  ];
}
