/** Named scenarios, each with one sentence and one question: the page's menu, the examples of the docs, the digests. */
import type { Scenario } from "./scenario.ts";
import { scenarioFromUrl } from "./url.ts";

export interface Preset {
  readonly id: string;
  readonly label: string;
  readonly sentence: string;
  readonly question: string;
  readonly scenario: Scenario;
  /** File of a real kernel's trace of the same case, under `traces/`. */
  readonly trace?: string;
}

type Text = Omit<Preset, "scenario">;

/** As the kernel was measured: Ethernet headers count, and the figures leave out 30 s. */
const KERNEL = "overhead=66B&warmup=30s";
const KERNEL_PIE = "aqm=pie&target=20ms&update=32ms";

export const presets: readonly Preset[] = [
  preset("", {
    id: "one-flow",
    label: "One flow, CoDel",
    sentence:
      "One NewReno flow with ECN through CoDel: each mark halves cwnd, and the link is idle until it has grown back.",
    question: "What does a larger β_ecn give, and what does it cost in queue delay?",
  }),
  preset("beta-ecn=0.8", {
    id: "abe",
    label: "ABE, CoDel",
    sentence: "The same flow keeps 80 % of cwnd on a mark, as ABE proposes.",
    question: "Why is it safe to back off less for a mark than for a loss?",
  }),
  preset("aqm=pie", {
    id: "pie",
    label: "One flow, PIE",
    sentence:
      "PIE steers the queue delay to its target by marking at random, with a probability that it keeps adjusting.",
    question: "Why is the delay's tail longer here than with CoDel?",
  }),
  preset("cc=cubic", {
    id: "cubic",
    label: "CUBIC, CoDel",
    sentence: "CUBIC keeps 70 % of cwnd and returns to the old peak along a cubic curve.",
    question: "How much is left to gain with a β_ecn of 0.85?",
  }),
  preset("aqm=droptail&cc=cubic&ecn=off", {
    id: "bufferbloat",
    label: "Bufferbloat",
    sentence:
      "One CUBIC flow fills a DropTail queue of a thousand packets, twelve times what the path holds.",
    question: "How long does a packet wait, and what changes with CoDel?",
  }),
  preset("aqm=droptail&limit=17p&ecn=off", {
    id: "small-buffer",
    label: "Small buffer",
    sentence:
      "A DropTail queue of a fifth of the bandwidth-delay product: hardly any delay, but cuts to half leave the link idle.",
    question: "Which β_loss fills the link with this buffer?",
  }),
  preset("rtt=400ms", {
    id: "long-path",
    label: "Long path",
    sentence: "Over 400 ms a halved window takes more than a minute to grow back.",
    question: "Does β_ecn matter more or less on a long path?",
  }),
  preset("flow=cc=newreno&flow=cc=newreno,start=30s", {
    id: "late-comer",
    label: "Late comer",
    sentence: "A second flow joins after 30 s and has to win its half of the link.",
    question: "Does it take longer to reach a fair share when both use β_ecn 0.8?",
  }),
  preset("flow=cc=newreno,rtt=20ms&flow=cc=newreno,rtt=80ms&flow=cc=newreno,rtt=200ms", {
    id: "mixed-rtts",
    label: "Mixed round trips",
    sentence: "Three flows with 20, 80 and 200 ms share one queue; the short path grows faster.",
    question: "How far from equal are the shares, and does β_ecn change that?",
  }),
  preset("flow=cc=cubic,beta-ecn=0.85&flow=cc=newreno,ecn=off", {
    id: "abe-against-loss",
    label: "ABE against no ECN",
    sentence:
      "CUBIC with ABE shares the link with a NewReno flow without ECN, which sees drops where the other sees marks.",
    question: "How much more does the ABE flow get, and is it β_ecn or CUBIC?",
  }),
  preset("set=50s:beta-ecn=0.8", {
    id: "change",
    label: "ABE from 50 s on",
    sentence: "Half-way through the run β_ecn changes from 0.5 to 0.8.",
    question: "What changes first: the depth of the sawtooth, or its frequency?",
  }),
  preset(KERNEL, {
    id: "linux-newreno",
    label: "Linux: NewReno, CoDel",
    sentence: "NewReno with β_ecn 0.5 over CoDel, beside cwnd as a Linux 6.1 kernel had it on the same path.",
    question: "Where do the two sawteeth part, and do they find together again?",
    trace: "linux-newreno-codel-rtt100-beta0.5.csv",
  }),
  preset(`beta-ecn=0.8&${KERNEL}`, {
    id: "linux-abe",
    label: "Linux: ABE, CoDel",
    sentence: "NewReno with β_ecn 0.8 over CoDel, beside a Linux 6.1 kernel.",
    question: "Why does the kernel's cwnd slide down instead of dropping?",
    trace: "linux-newreno-codel-rtt100-beta0.8.csv",
  }),
  preset(`${KERNEL_PIE}&beta-ecn=0.8&${KERNEL}`, {
    id: "linux-pie",
    label: "Linux: ABE, PIE",
    sentence:
      "NewReno with β_ecn 0.8 over PIE, beside a Linux 6.1 kernel; marks fall at random, so only the pattern can agree.",
    question: "What do the two have in common, when no mark falls at the same time?",
    trace: "linux-newreno-pie-rtt100-beta0.8.csv",
  }),
  preset(`beta-ecn=0.8&rtt=400ms&recovery=classic&${KERNEL}`, {
    id: "linux-at-once",
    label: "Linux: reduction at once",
    sentence:
      "Over 400 ms with cwnd reduced at once, as FreeBSD does, beside a Linux 6.1 kernel changed to do the same.",
    question: "How many reductions are there when cwnd slides by PRR instead?",
    trace: "linux-newreno-step-codel-rtt400-beta0.8.csv",
  }),
  preset(`capacity=20Mbps&cc=cubic&rtt=80ms&duration=90s&${KERNEL}`, {
    id: "linux-cubic",
    label: "Linux: CUBIC, CoDel",
    sentence: "CUBIC over CoDel at 20 Mbps and 80 ms, beside a Linux 6.1 kernel.",
    question: "Where is the flat part of the cubic curve, and why is it short here?",
    trace: "linux-cubic-codel-20mbps-rtt80.csv",
  }),
];

function preset(fragment: string, text: Text): Preset {
  const { scenario, problems } = scenarioFromUrl(fragment);
  if (problems.length > 0) throw new Error(`preset ${text.id}: ${problems[0].message}`);
  return { ...text, scenario };
}
