/** The senders that the paper compares, as the text of a flow. */
import { against } from "../compared-run.ts";

export type Sender = "reno" | "reno-ecn" | "ecn-ab";

/** (α, β) of the answer to a mark. */
export type Pair = readonly [alpha: number, beta: number];

/** §IV: what the paper recommends, and what ECN(α, β) stands for where nothing else is said. */
export const USUAL: Pair = [0.2, 0.875];

/** Tables II and IV, in the order of Table IV. (1, 0.9) takes more than its share. */
export const PAIRS: readonly Pair[] = [[1, 0.5], [0.8, 0.5789], [0.4, 0.7647], USUAL, [1, 0.9]];

/** As ns-2 has it: half the window in slow start whatever β is, and the fraction of a segment lost at each cut. */
export function pairFlow([alpha, beta]: Pair): string {
  return `cc=ecn-ab,ecn=on,ab-alpha=${alpha},beta-ecn=${beta},ab-slow-start=half,ab-cut=whole`;
}

export const pairLabel = ([alpha, beta]: Pair): string => `(${alpha}, ${beta})`;

/** cwnd grows by 1/cwnd for each ACK, its fraction counted, as in ns-2: a third more slowly where windows are two or three. */
const RENO = "cc=newreno,reno-increase=fraction";
export const RENO_FLOW = `${RENO},ecn=off`;

export const SENDERS: Readonly<Record<Sender, { readonly label: string; readonly flow: string }>> = {
  reno: { label: "Reno", flow: RENO_FLOW },
  "reno-ecn": { label: "Reno with ECN", flow: `${RENO},ecn=on,beta-ecn=0.5` },
  "ecn-ab": { label: "ECN(α, β)", flow: pairFlow(USUAL) },
};

/** Each beside the one that it betters: ECN beside none, ECN(α, β) beside plain ECN. */
export const COMPARED_SENDER = against(
  "sender",
  { "reno-ecn": "reno", "ecn-ab": "reno-ecn" } satisfies Partial<Record<Sender, Sender>>,
  (sender) => SENDERS[sender as Sender].label,
);

export const SENDER_IDS: readonly Sender[] = ["reno", "reno-ecn", "ecn-ab"];

/** "cc=newreno,ecn=off" as settings of all flows: "cc=newreno&ecn=off". */
export const asSettings = (flow: string): string => flow.replaceAll(",", "&");
