/**
 * Figure 10: signals per packet of each flow: over the whole run, over periods that ended with a mark, and over periods that
 * ended with a loss.
 */
import { mean } from "../../lib/statistics.ts";
import { type Runs, study } from "../study.ts";
import { KWON, WAN_CHOSEN } from "./paper.ts";
import {
  CAPACITIES,
  type Capacity,
  eachOf,
  type FlowSignals,
  flowSignals,
  rateLabel,
  readSignals,
  SEEDS,
  TWO_STATES,
  wanUrl,
} from "./wan.ts";

const KINDS = [
  { of: "markP", label: "p_e: marks in ECN periods" },
  { of: "p", label: "p: all signals" },
  { of: "lossP", label: "p_t: losses in loss periods" },
] as const satisfies readonly { readonly of: keyof FlowSignals; readonly label: string }[];

const NO_GAP = `Half of the signals are losses there (table): p cannot be far below p_t. ${TWO_STATES} With marks instead of drops above th_max a fifth are losses, p_e is 0.060, p 0.064 and p_t 0.101.`;

const pointOf = (capacity: Capacity) => ({ sender: "ecn-ab", capacity }) as const;

const meanOf = (runs: Runs, capacity: Capacity, subject: keyof FlowSignals) =>
  mean(eachOf(flowSignals(runs, pointOf(capacity)), subject));

export const kwon10 = study({
  id: "kwon-10",
  paper: KWON,
  where: "Figure 10",
  title: "Signals per packet: p, p_t and p_e",
  shows:
    "What the model takes as given: in periods that end with a mark there are fewer signals per packet than on average, and in those that end with a loss there are many more.",
  chosen: [
    ...WAN_CHOSEN,
    "p_e is one over the mean number of packets from a signal to the mark that follows it, p_t the same for losses and timeouts, p for all. Each flow's counts of all seeds are put together, over whole runs: at 5 and 10 Mbps all losses come as the flows start.",
  ],
  differences: [],
  points: () => CAPACITIES.map(pointOf),
  seeds: SEEDS,
  scenario: wanUrl(0),
  read: readSignals,
  figures: (runs) =>
    CAPACITIES.map((capacity) => {
      const flows = flowSignals(runs, pointOf(capacity));
      const [job] = runs.keys(pointOf(capacity));
      return {
        id: `signals-${capacity.toLowerCase()}`,
        title: `Signals per packet of each flow, ${rateLabel(capacity)}`,
        kind: "points",
        x: { label: "Flow", unit: "", scale: "linear" },
        y: { label: "Signals per packet", unit: "", scale: "log" },
        series: KINDS.map(({ of: which, label }) => ({
          label,
          x: flows.map((_, i) => i + 1),
          y: flows.map((flow) => flow[which]),
          jobs: flows.map(() => job),
        })),
      };
    }),
  tables: (runs) => [
    {
      id: "mean-signals",
      title: "Signals per packet, mean of all flows",
      head: ["Rate", "p_e", "p", "p_t", "Share of marks among signals"],
      rows: CAPACITIES.map((capacity) => [
        rateLabel(capacity),
        ...(["markP", "p", "lossP", "markShare"] as const).map((quantity) =>
          meanOf(runs, capacity, quantity),
        ),
      ]),
    },
  ],
  claims: (runs) =>
    CAPACITIES.map((capacity) => ({
      id: `order-${capacity.toLowerCase()}`,
      text: `At ${rateLabel(capacity)} marks come at a lower rate than all signals together, and losses at a much higher one: p_e < p << p_t.`,
      tolerance: "means of all flows; much higher: by half at least",
      cause: capacity === "1Mbps" ? NO_GAP : undefined,
      values: KINDS.map(({ of: signal }) => meanOf(runs, capacity, signal)),
      judge: (markP, p, lossP) => ({
        ours: `p_e ${markP.toFixed(4)}, p ${p.toFixed(4)}, p_t ${lossP.toFixed(4)}`,
        holds: markP < p && lossP >= 1.5 * p,
      }),
    })),
});
