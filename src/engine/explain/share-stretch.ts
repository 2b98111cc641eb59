/** Who got how much in a stretch, and why: asked of one flow's throughput, or of how evenly all shared. */
import { NS_PER_S } from "../params/read.ts";
import { overlaysFor } from "../theory/overlays.ts";
import { jainIndex } from "../trace/jain.ts";
import { ASIDE, type Draft, NEEDED, TELLING } from "./draft.ts";
import { type FlowShare, sharesIn } from "./flow-share.ts";
import { reasonsFor } from "./reasons.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { counted, type Moments, number, rate, share } from "./text.ts";

/** Within that of the share, a flow has it. */
const ABOUT = 0.1;

export interface AskedStretch {
  readonly flow: number | null;
  readonly fromNs: number;
  readonly toNs: number;
}

export function sayShares(draft: Draft, known: Known, moments: Moments, asked: AskedStretch): void {
  const [fromS, toS] = [asked.fromNs / NS_PER_S, asked.toNs / NS_PER_S];
  const shares = sharesIn(known, fromS, toS).sort((a, b) => a.rateBps - b.rateBps);
  const wanting = shares.filter(({ isThin }) => !isThin);
  if (shares.length === 0) {
    draft.say(
      NEEDED,
      "No flow had anything to send from ",
      moments.at(asked.fromNs),
      " to ",
      moments.at(asked.toNs),
      ".",
    );
    return;
  }
  const own = shares.find(({ flow }) => flow === asked.flow) ?? null;
  const most = wanting.at(-1) ?? shares[shares.length - 1];
  const least = own ?? wanting[0] ?? shares[0];
  if (own === null) sayEvenness(draft, moments, asked, shares, wanting, least, most);
  else sayOwn(draft, moments, asked, own);
  if (most !== least && least.rateBps < most.rateBps) {
    const reasons = reasonsFor(least, most, fromS);
    for (const [i, one] of reasons.entries()) draft.say(i < 2 ? NEEDED : TELLING, one);
    if (own !== null) draft.say(NEEDED, `${capital(flowName(most.flow))} got most, ${rate(most.rateBps)}.`);
  }
  sayTheory(draft, known, least);
}

function sayOwn(
  draft: Draft,
  moments: Moments,
  { fromNs, toNs }: AskedStretch,
  { flow, rateBps, fairBps, isThin }: FlowShare,
): void {
  const fair =
    Number.isNaN(fairBps) || isThin ? "" : `; its fair share of the path would be ${rate(fairBps)}`;
  draft.say(
    NEEDED,
    `${capital(flowName(flow))} got ${rate(rateBps)} from `,
    moments.at(fromNs),
    " to ",
    moments.at(toNs),
    `${fair}.`,
  );
  if (isThin || Number.isNaN(fairBps)) return;
  const part = rateBps / fairBps;
  const is = part > 1 + ABOUT ? "more than" : part < 1 - ABOUT ? "less than" : "about";
  draft.say(TELLING, `That is ${is} its share: ${share(part)} of it.`);
}

function sayEvenness(
  draft: Draft,
  moments: Moments,
  { fromNs, toNs }: AskedStretch,
  shares: readonly FlowShare[],
  wanting: readonly FlowShare[],
  least: FlowShare,
  most: FlowShare,
): void {
  const total = shares.reduce((sum, { rateBps }) => sum + rateBps, 0);
  draft.say(
    NEEDED,
    "From ",
    moments.at(fromNs),
    " to ",
    moments.at(toNs),
    shares.length === 1
      ? ` ${flowName(shares[0].flow)} got ${rate(total)}.`
      : ` ${counted(shares.length, "flow")} got ${rate(total)} together.`,
  );
  if (wanting.length < 2) {
    const who = wanting.length === 0 ? "None of them" : "Only one of them";
    const alone = shares.length === 1 ? "It was the only one" : `${who} wanted more than it got`;
    draft.say(NEEDED, `${alone}: there is nobody to share with.`);
    return;
  }
  const jain = jainIndex(wanting.map(({ rateBps }) => rateBps));
  if (!Number.isNaN(jain))
    draft.say(
      NEEDED,
      `Among those that want more than they get, Jain's index of their rates is ${number(jain)}.`,
    );
  draft.say(
    NEEDED,
    `${capital(flowName(least.flow))} got least, ${rate(least.rateBps)}; ${flowName(most.flow)} most, ${rate(most.rateBps)}.`,
  );
}

/** What a model of its rate says, for the run as a whole. */
function sayTheory(draft: Draft, known: Known, { flow }: FlowShare): void {
  const { survey, scenario, network } = known;
  const { group } = network.flows[flow];
  const model = overlaysFor(scenario, survey.snapshot.results).find(
    (one) => one.kind === "rate" && one.group === group && one.value.form === "constant",
  );
  if (model?.value.form !== "constant") return;
  const bps = rate(model.value.value * 1e6);
  draft.say(ASIDE, `Theory (${model.label}) gives ${flowName(flow)} ${bps} over the whole run.`);
}
