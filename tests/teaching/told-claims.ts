/**
 * The evidence for each sentence of a lesson or talk that states a number of a run, or contains a word such as
 * "never". Most entries name a line of the lesson ("holds: …", "done: …"), which is checked in its runs. Some entries
 * check the run's series and events. A sentence that is no statement about a run has a reason instead.
 */

import { FLOW_EVENT, QUEUE_EVENT, type Snapshot, scenarioFromUrl } from "../../src/engine/index.ts";
import { lastAt } from "../../src/experiments/read-run.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import { cutsOf, goodputBetween, within } from "../engine/scenario/preset-claims.ts";
import { LAB_CLAIMS } from "./lab-claims.ts";
import { runOf } from "./lesson-runs.ts";

/** The step's run, with additional settings if given, and the pinned run. */
export interface StepRuns {
  readonly run: (settings?: string) => Snapshot;
  readonly pinned: Snapshot | null;
}

/** Returns the runs of a URL's fragment. */
export function runsAt(fragment: string): StepRuns {
  const pin = scenarioFromUrl(fragment, PROGRAM_READER).view.pin ?? null;
  return { run: (settings) => runOf(fragment, settings), pinned: pin === null ? null : runOf(pin) };
}

export type Backing = string | ((of: StepRuns) => boolean);

/**
 * Returns the faults of the evidence: sentences without an entry, entries that do not hold or name a missing line,
 * and entries for sentences that no longer exist. Entries that are functions may prove more than the sentence states.
 */
export function unbacked(
  id: string,
  told: readonly { readonly sentence: string; readonly runs: StepRuns }[],
  lines: readonly string[],
): string[] {
  const entries = TOLD_CLAIMS[id] ?? {};
  const stale = Object.keys(entries).filter((key) => !told.some(({ sentence }) => sentence === key));
  const bare = told.flatMap(({ sentence, runs }) => {
    const backing = entries[sentence];
    if (typeof backing === "function") return backing(runs) ? [] : [`not so: ${sentence}`];
    const [, kind, what] = /^(holds|asked|defined|given): (.+)$/.exec(backing ?? "") ?? [];
    if (kind === undefined) return [`nothing stands behind: ${sentence}`];
    if (kind === "defined" || kind === "given" || lines.includes(what)) return [];
    return [`there is no line "${what}": ${sentence}`];
  });
  return [...stale.map((key) => `not told: ${key}`), ...bare];
}

/** Returns the smallest and largest queue delay in a time range, in ms. */
function waits({ links: [{ queue }] }: Snapshot, fromS: number, toS = Number.POSITIVE_INFINITY) {
  const { startS, bucketS, length, min, max, last } = queue.sojournMs;
  const inside = Array.from({ length }, (_, i) => i).filter((i) => {
    const atS = startS + i * bucketS;
    return atS >= fromS && atS + bucketS <= toS && !Number.isNaN(last[i]);
  });
  return { least: Math.min(...inside.map((i) => min[i])), most: Math.max(...inside.map((i) => max[i])) };
}

/** Returns the last time (s) at which a packet had waited for more than `ms`. */
function lastWait({ links: [{ queue }] }: Snapshot, ms: number): number {
  const { startS, bucketS, max } = queue.sojournMs;
  return startS + bucketS * max.findLastIndex((value) => value > ms);
}

/** Returns the time (s) of the longest wait. */
function peakS({ links: [{ queue }] }: Snapshot): number {
  const { startS, bucketS, max } = queue.sojournMs;
  return startS + bucketS * max.indexOf(Math.max(...[...max].filter((value) => !Number.isNaN(value))));
}

const cutsTo = (share: number, fromS: number) => (of: StepRuns) => {
  const cuts = cutsOf(of.run(), fromS);
  return cuts.length > 0 && cuts.every(({ before, factor }) => Math.abs(before * (factor - share)) <= 1);
};

/** Returns the number of reductions of one flow that are followed by another within three round trips. */
function pairsIn(run: Snapshot, rttS: number, fromS = 10): number {
  const cuts = cutsOf(run, fromS);
  return cuts.filter((cut, i) => i > 0 && cut.timeS - cuts[i - 1].timeS < 3 * rttS).length;
}

/** Returns the mean number of a flow's own packets that wait at a link: the flow's rate times the delay. */
function ownPackets({ results: { flows, links } }: Snapshot, flow: number, link: number): number {
  return (flows[flow].goodputBps * (links[link].sojournMs?.mean ?? Number.NaN)) / 1000 / 12_000;
}

/** Returns, for each reduction, how many other flows reduced within this time before or after it. */
function companions(run: Snapshot, withinS: number): number[] {
  const cuts = cutsOf(run);
  return cuts.map(({ flow, timeS }) => {
    const near = cuts.filter((cut) => cut.flow !== flow && Math.abs(cut.timeS - timeS) <= withinS);
    return new Set(near.map((cut) => cut.flow)).size;
  });
}

const firstOf = ({ flowEvents }: Snapshot, kind: number) =>
  flowEvents.timeS[flowEvents.kind.indexOf(kind)] ?? Number.POSITIVE_INFINITY;

const ratio = (a: number, b: number, from: number, to: number) => () => within(a / b, from, to);

const LINK_BUSY = "holds: utilisation > 99.9 %";
const PACKET_MS = (1500 * 8) / 10_000;

/** Evidence by lesson and sentence. */
export const TOLD_CLAIMS: Readonly<Record<string, Readonly<Record<string, Backing>>>> = {
  ...LAB_CLAIMS,
  bufferbloat: {
    "Why a buffer that is too large adds delay and no speed, and what a queue can do about it.":
      "holds: utilisation > 99.9 % and utilisation of pinned > 99.9 %",
    "Its buffer holds 1000 packets instead of 84.": "given: the next step's limit",
    "But the link was busy all the time already, and it cannot carry more than that.": LINK_BUSY,
    "Nothing but delay.": "holds: utilisation > 99.9 % and utilisation of pinned > 99.9 %",
    "At 10 Mbps a packet of 1500 bytes takes 1.2 ms.": () => PACKET_MS === 1.2,
    "The link is busy … of the time, as before (…).":
      "holds: utilisation > 99.9 % and utilisation of pinned > 99.9 %",
    "A call or a game does not work over such a link.": "holds: delay-p50 > 900 ms",
    "If you drew a low curve: on this path the sender gets no signal before the buffer is full.": ({
      run,
    }) => {
      const { kind } = run().links[0].events;
      return kind.length > 0 && kind.every((one) => one === QUEUE_EVENT.overflowDrop);
    },
    "If you drew a very high curve: the last packet of a full queue waits for all packets before it, and for no more than that.":
      ({ run }) => within(waits(run(), 0).most, 1199, 1001 * PACKET_MS),
    "Bring the delay down and keep the link busy: 99 in 100 packets must wait 20 ms at most, and the link must be busy at least 90 % of the time.":
      "asked: delay-p99 <= 20 ms",
    "A discipline that watches the delay needs no new setting for each path.": "defined: what a target is",
    "This queue measures how long packets wait, and gives a signal long before the buffer is full.": ({
      run,
    }) => run("aqm=codel").results.links[0].queuePackets.max < 100,
    "The buffer is as large as before, but it stays nearly empty.": ({ run }) =>
      run("aqm=codel").results.links[0].queuePackets.max < 100,
    "The sender slows down only when the buffer is full.": ({ run }) =>
      run().links[0].events.kind.every((one) => one === QUEUE_EVENT.overflowDrop),
    "A buffer gives this sign only when it is full.": "defined: DropTail",
    "From then on the buffer stays more than half full, and each packet waits behind many others.": ({
      run,
    }) => waits(run(), run().links[0].events.timeS[0]).least > 500 * PACKET_MS,
    "The link is never idle, so a speed test shows nothing wrong.": LINK_BUSY,
    "Active queue management (AQM) gives the sign earlier: when packets wait too long, and not when there is no room left.":
      "defined: AQM",
    "But each packet in it leaves ten times as fast.": "given: 100 against 10 Mbps",
    "It becomes a tenth.": "holds: delay-max times > 0.09 and delay-max times < 0.11",
    "Right: what counts is the time that the link needs to empty the buffer.":
      "holds: delay-max times > 0.09 and delay-max times < 0.11",
    "The sender may send faster, but no more than 1000 packets can wait, and they leave ten times as fast.":
      "holds: delay-max times > 0.09 and delay-max times < 0.11",
  },
  "choosing-beta": {
    "The peak is as high as before, because CoDel decides when a mark comes.":
      "holds: delay-max change < 0.5 ms and delay-max change > -0.5 ms",
    "After a loss NewReno keeps half.": "defined: the default of β_loss",
    "With β_ecn … each mark halves the window: look how deep the teeth are, and how many there are in these ten seconds.":
      cutsTo(0.5, 10),
    "A student proposes 0.99: then a mark costs almost nothing.": "given: what the next step sets",
    "But each cut takes away only one segment in a hundred, and one round trip brings it back.": ({ run }) =>
      cutsOf(run("beta-ecn=0.99"), 20).every(({ before, factor }) => before * (1 - factor) < 1.01),
    "The link is full, and once the queue is long, it stays long for seconds.": ({ run }) =>
      lastWait(run("beta-ecn=0.99"), 10) > 10,
    "A sender that hardly backs off needs more than ten seconds to shorten it.": ({ run }) =>
      lastWait(run(), 20) - peakS(run()) > 10 && lastWait(run("beta-ecn=0.85"), 20) < 3,
    "Find a β_ecn with which the link is busy at least 98 % of the time, and 99 in 100 packets wait at most 10 ms.":
      "asked: delay-p99 <= 10 ms",
    "The link is still idle after each cut.": "given: said while utilisation < 98 %",
    "A cut first empties the queue.": "defined: fewer packets are sent than leave",
    "If the cut is deeper, the link is idle until cwnd has grown back to what the path holds.":
      "holds: utilisation change > 10 %",
    "A cut that just empties the queue loses nothing.": "defined: the link goes on sending",
    "CoDel keeps the queue short, so there is little to empty, and a small cut is enough.":
      "holds: utilisation > 95 %",
    "That is the reason for the values of RFC 8511: 0.8 for NewReno, 0.85 for CUBIC.": "defined: RFC 8511 §3",
    "But before that the first flow has to give up half of its share, and it gives up only a little with each cut.":
      "given: two equal flows, and β_ecn 0.95",
    "Right: with each cut the first flow gives up ten times as much.": ratio(1 - 0.5, 1 - 0.95, 9.99, 10.01),
    "No: on average packets would wait less, because deeper cuts empty the queue.":
      "holds: delay-mean change < 0 ms",
  },
  "ecn-codel": {
    "What it means to mark before dropping, and why it matters which of two conditions is met first.":
      "holds: marks > 100 and drops > 20",
    "CoDel drops a packet when the delay has been above its target for a whole interval.":
      "defined: RFC 8289 §5",
    "Two researchers, Alwahab and Laki, let CoDel warn first: before the interval is over, it marks packets of ECN flows at random.":
      "defined: their paper",
    "The new queue marks a packet that waited more than 1.5 targets, that is 7.5 ms, with a probability of 0.3.":
      () => 1.5 * 5 === 7.5,
    "But it works only if the delay reaches 7.5 ms before the interval is over.": "defined: 1.5 targets",
    "Drops, as before, and not one mark.": "holds: marks < 1 and drops > 30",
    "Right, although it is not easy to predict: the drops come before the delay reaches 7.5 ms.":
      "holds: delay-max < 7 ms",
    "In a round trip of 100 ms NewReno adds one segment, that is 1.2 ms of delay.": () => PACKET_MS === 1.2,
    "So when the delay passes the target of 5 ms, it is still below 7 ms one interval later, and there CoDel drops.":
      "holds: delay-max < 7 ms",
    "A mark seems to come first, because it needs no waiting time.": "defined: what one may think",
    "Drag it until no packet is dropped after the first ….": "asked: drops <= 0 packets",
    "No packet is lost now.": ({ run }) =>
      run().links[0].events.kind.every((one) => one === QUEUE_EVENT.mark),
    "But an early mark comes while the queue is short, and then half of cwnd is too little: with drops the link was busy … of the time, now it is ….":
      "holds: utilisation change < -3 %",
    "Two conditions compete here.": "defined: time and delay",
    "In one interval there are four round trips or more, so the delay rises by four packets, about 5 ms.": ({
      run,
    }) =>
      within(100 / (run("rtt=20ms").results.flows[0].srttMs?.mean ?? 0), 4, 5) &&
      within(4 * PACKET_MS, 4.5, 5),
    "It is above 7.5 ms before CoDel drops.": "holds: drops < 1 and marks > 500",
  },
  l4s: {
    "Prague measures the share of its packets that are marked, and reduces its window by half of that share: if one packet in ten is marked, by one twentieth.":
      "defined: Prague's reduction",
    "Prague gets nearly everything.": "holds: goodput@flow1 > 34 Mbps and goodput@flow2 < 4 Mbps",
    "For one mark CUBIC gives up 15 %, and Prague almost nothing.": ({ run }) => {
      const cuts = cutsOf(run("flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms,beta-ecn=0.85"), 10);
      // The tolerance allows for cwnd in whole segments.
      return cuts.every(({ flow, before, factor }) =>
        flow === 0 ? factor > 0.97 : Math.abs(before * (factor - 0.85)) <= 1,
      );
    },
    "But L is served first, and it is nearly empty, so CUBIC hardly notices.":
      "holds: srtt-mean@flow1 > 20.2 ms and srtt-mean@flow1 < 21.5 ms",
    "CUBIC needs a longer queue; otherwise the link would be idle after each of its cuts.":
      "defined: a cut of 15 %",
    "Prague about 21 ms, CUBIC about 36 ms.":
      "holds: srtt-mean@flow2 > 34.5 ms and srtt-mean@flow2 < 37.5 ms",
    "With k = … Prague gets … and CUBIC …, and the round trips are nearly as before.":
      "holds: srtt-mean@flow2 change < 0.5 ms and srtt-mean@flow2 change > -0.5 ms",
    "Prague reduces its window a little, so it needs many marks, and almost no queue.":
      "holds: srtt-mean@flow1 > 20.2 ms and srtt-mean@flow1 < 21.5 ms",
    "It gets into queue C and takes nearly everything.":
      "holds: goodput@flow1 > 33 Mbps and goodput@flow2 < 5 Mbps and srtt-mean@flow1 > 33 ms",
  },
  "mark-and-loss": {
    "Why a mark costs no packet, and why it says more about the path than a lost packet.":
      "holds: retransmissions < 1",
    "A queue that is too long can signal this in two ways: it drops a packet, or it lets the packet pass with a mark (ECN).":
      "defined: ECN",
    "But each signal costs this flow half its window, and that is far more than one packet.": cutsTo(0.5, 10),
    "Fewer than one packet in a thousand is dropped, and that is too few to shorten a queue.":
      "holds: drops > 20 and drop-share < 0.1 %",
    "No packet is sent twice; the rest stays about as it is.": "holds: retransmissions < 1",
    "The signal is the same, but it costs no packet.": "holds: retransmissions < 1",
    "For a long transfer that is the only difference.":
      "holds: utilisation change < 3 % and utilisation change > -3 %",
    "Now the link becomes a bad radio link: it loses two packets in a thousand at random.":
      "given: loss 0.002",
    "There is no other flow, and the queue can mark.": "given: the next step's run",
    "To send faster into what may be a full queue would make congestion worse, so TCP never does it.":
      "defined: RFC 5681",
    "A loss may mean a full queue, so a careful sender acts as if the queue were full.": "defined: RFC 5681",
    "Look at the sawtooth: once slow start is over, the cuts come at any height, and CoDel marks no packet.":
      ({ run }) => {
        const heights = cutsOf(run(), 10).map(({ before }) => before);
        const marks = [...run().links[0].events.timeS.keys()].filter(
          (i) => run().links[0].events.kind[i] === QUEUE_EVENT.mark && run().links[0].events.timeS[i] > 2,
        );
        return Math.max(...heights) > 3 * Math.min(...heights) && marks.length === 0;
      },
    "The link could carry more than twice as much.": "holds: utilisation < 50 %",
    "Once slow start is over, a typical packet waits …, which is no longer than one packet takes on the link, and no packet waits longer than ….":
      "holds: delay-p50 < 1.3 ms and delay-max < 3 ms",
    "But nothing on the path tells the sender.": "defined: a loss has no sender",
    "The cause may be a full queue, a queue that keeps itself short, or noise on a radio link.":
      "defined: causes of loss",
    "So a mark costs no packet, it comes early, and it is never noise.": "defined: ECN",
    "Here is a DropTail queue of thirty packets: it cannot mark, and it drops when it is full.":
      "given: limit=30p",
    "But the loss came because the queue was full.": "holds: delay-p50 < 15 ms and queue-max >= 30 packets",
    "With a small cut the queue stays more than half full all the time.": ({ run }) =>
      waits(run("beta-loss=0.9"), 10).least > 15 * PACKET_MS,
    "No: when a packet is lost, the queue may be full, and with a small cut it would stay long.": ({ run }) =>
      waits(run("beta-loss=0.9"), 10).least > 15 * PACKET_MS,
    "A loss may come from a queue that is full.": "defined: DropTail",
    "It does: the cut decides how far the queue empties before it fills again.": ({ run }) =>
      waits(run(), 10).least < 1 && waits(run("beta-loss=0.9"), 10).least > 15,
  },
  "pairs-of-cuts": {
    "On such a path every cut is costly: after a cut to half, cwnd needs more than a minute to grow back.": ({
      run,
    }) => {
      const cuts = cutsOf(run(), 10);
      return cuts.length > 1 && cuts.slice(1).every(({ timeS }, i) => timeS - cuts[i].timeS > 60);
    },
    "With β_ecn … each mark halves cwnd, and the link is busy only … of the time.": cutsTo(0.5, 2),
    "CoDel marks at the same queue length as before, so the peaks of cwnd stay the same.": ({ run }) => {
      const peak = (settings: string) => Math.max(...cutsOf(run(settings), 10).map(({ before }) => before));
      return Math.abs(peak("beta-ecn=0.5") - peak("beta-ecn=0.8")) <= 2;
    },
    "Two cuts to 0.8 have the effect of one cut to 0.64.": ({ run }) =>
      pairsIn(run(), 0.4) === cutsOf(run(), 10).length / 2 && within(0.8 * 0.8, 0.639, 0.641),
    "There are two ways: change how a reduction is carried out, or drag the round trip a little.":
      "holds: utilisation >= 85 %",
    "The sender is silent for a while, the queue empties quickly, and no mark falls on a packet of the new window.":
      ({ run }) => pairsIn(run("recovery=classic"), 0.4) === 0,
    "Linux reduces cwnd by PRR: during one round trip it sends 0.8 packets for each packet that arrives.":
      "defined: RFC 6937 with β_ecn 0.8",
    "So the queue drains slowly, at a fifth of the link's rate.": "defined: 1 − 0.8",
    "A sender responds to marks once for each window of data, so all marks on packets of the old window count as one.":
      "defined: RFC 3168 §6.1.2",
    "The sender sends one packet for two that arrive, so the queue drains at half the link's rate.":
      "defined: RFC 6937 with β_ecn 0.5",
    "It uses PRR for every reduction.": "defined: Linux",
  },
  red: {
    "What RED's thresholds, its probability and its weight do, and why no setting fits every load.":
      "holds: utilisation < 90 %",
    "RED marks nothing while the average is below ….": "defined: RED's lower threshold",
    "But the thresholds are no target: the queue grows until RED marks as often as these flows need.":
      "holds: queue-mean > 42 packets and queue-mean of pinned < 20 packets",
    "Between the thresholds RED marks fewer than one packet in ten.":
      "defined: red-wait leaves 1/p to 2/p packets between two marks, and p is at most 0.1 there",
    "A packet takes 1.2 ms, so the upper threshold of 42 packets is a delay of about 50 ms.": () =>
      within(42 * PACKET_MS, 49, 51),
    "RED now marks … of all packets; with four flows it marked ….": "holds: mark-share > 12 %",
    "Above the upper threshold RED's probability rises further: at twice the threshold it is 1.":
      "defined: RED's gentle slope, on by default",
    "But RED has no target.": "defined: RED",
    "The queue runs empty at times.": "given: said while utilisation < 99 %",
    "A router does not know these three for certain, and they change during the day.":
      "defined: what a router sees",
    "The link is idle part of the time.": "holds: utilisation < 90 %",
    "Four flows need few marks, and now they get several at a time: often two flows or more cut together, and the queue runs empty.":
      ({ run }) => {
        const groups: Set<number>[] = [];
        let sinceS = Number.NEGATIVE_INFINITY;
        for (const { timeS, flow } of cutsOf(run(), 10)) {
          if (timeS - sinceS > 0.15) groups.push(new Set());
          if (groups.at(-1)?.size === 0) sinceS = timeS;
          groups.at(-1)?.add(flow);
        }
        return groups.filter(({ size }) => size > 1).length > 0.5 * groups.length;
      },
  },
  "shallow-queue": {
    "Why the same small buffer is enough on a short path and leaves a long path idle.":
      "holds: utilisation < 85 %",
    "A packet that finds no room is dropped.": "defined: DropTail",
    "One NewReno flow halves its cwnd at each loss.": cutsTo(0.5, 1),
    "The link is busy … of the time, and no packet waits longer than ….": ({ run }) =>
      waits(run(), 0).most <= (run().results.links[0].sojournMs?.max ?? 0) + 0.01,
    "The round trip takes 200 ms, and nothing else changes.": "given: the next step's run",
    "The link is idle part of the time.": "holds: utilisation < 85 %",
    "The longest wait is …, as before: when a packet is lost, the queue is full on both paths.":
      "holds: queue-max >= 20 packets and queue-max of pinned >= 20 packets",
    "But for seconds after each cut hardly any packet waits, and the link is idle at times until cwnd has grown back to what the path holds.":
      ({ run }) =>
        cutsOf(run(), 10).every(({ timeS }) => timeS > 94 || waits(run(), timeS + 1, timeS + 5).most < 3),
    "Nothing at the router looks wrong.": "holds: delay-p50 < 1.3 ms",
    "On a long path, a sender that halves its window leaves you a choice: an idle link or a long queue.": ({
      run,
    }) => (run("limit=168p").results.links[0].sojournMs?.mean ?? 0) > 100,
    "At 10 Mbps a path of 200 ms holds about 167 packets on the wire, and a path of 20 ms holds about 17.":
      () => within(200 / PACKET_MS, 166, 167) && within(20 / PACKET_MS, 16.5, 17),
    "After the cut, half of that is left.": "defined: NewReno's β_loss",
    "On the short path, half of 37 is more than 17: the queue drains, and the link stays busy.": ({ run }) =>
      cutsOf(run("rtt=20ms"), 10).every(({ before }) => Math.abs(before - 37) <= 1),
    "On the long path, half of 187 is far less than 167, and cwnd grows by only one segment each round trip.":
      ({ run }) => cutsOf(run(), 10).every(({ before }) => Math.abs(before - 187) <= 1),
    "So if senders halve cwnd, the queue must have as much room as the path: that is the rule of the bandwidth-delay product.":
      "asked: utilisation >= 97 %",
    "That is right if cwnd is halved.": "asked: utilisation >= 97 %",
    "A quarter of the path, about 42 packets.": "holds: utilisation > 99.9 %",
    "Right: 80 % of (167 + 42) is 167.": ratio(0.8 * (167 + 42), 167, 0.995, 1.005),
    "With 134 the sender would keep 80 % of 301, which is 241.": () =>
      167 + 134 === 301 && within(0.8 * 301, 240.5, 241.5),
  },
  "slow-start": {
    "So it doubles cwnd each round trip until it gets a signal to stop.": "defined: RFC 5681 §3.1",
    "The delay rises to … for a moment, because slow start sends two packets for each one that arrives.":
      "defined: RFC 5681 §3.1",
    "Later, 9 in 10 packets wait no longer than one packet takes on the link.": "holds: delay-p90 < 1.3 ms",
    "Now the receiver sets no such limit.": "given: the next step's run",
    "Draw the queue delay of the first three seconds.": "given: the drawing's axis",
    "The delay rises to …: packets wait for two round trips, with a target of ….":
      "holds: delay-max > 180 ms and delay-max < 230 ms",
    "It is no limit.": "holds: delay-max > 180 ms and delay-max < 230 ms",
    "And before the sender learns of the first mark, it doubles cwnd once more.": ({ run }) => {
      const [first] = cutsOf(run(), 0);
      return within(
        first.before / (lastAt(run().flows[0].cwnd, run().links[0].events.timeS[0]) ?? 0),
        1.4,
        2.1,
      );
    },
    "When the path is full, it leaves slow start, before it learns of a mark.": ({ run }) =>
      firstOf(run("cc=cubic"), FLOW_EVENT.slowStartExit) < firstOf(run("cc=cubic"), FLOW_EVENT.ecnReduction),
    "The path holds 83 segments.": () => within(100 / PACKET_MS, 83, 84),
    "One round trip after cwnd reaches 83, it is twice as large.": "defined: RFC 5681 §3.1",
    "One more round trip later it could be four times as large.": "defined: RFC 5681 §3.1",
    "CoDel waits for one interval, …, before it marks, because a short burst is no congestion.":
      "defined: RFC 8289",
    "During all this time cwnd grows, so the delay reaches ….": "holds: delay-max > 150 ms",
    "The first window is four times as large, but the last one is not.":
      "holds: delay-max times > 0.99 and delay-max times < 1.01",
    "Right: 40 is 10 doubled twice.": () => 10 * 2 * 2 === 40,
    "The flow saves two round trips, and from then on it does the same as before.": ({ run }) =>
      within(peakS(run()) - peakS(run("initial-window=40")), 0.19, 0.21),
  },
  "two-bottlenecks": {
    "What share a flow gets that passes two full links, and why its round-trip time does not show where the queue is.":
      ({ run }) => run().results.links.every(({ utilisation }) => utilisation > 0.9),
    "All round trips stay at 60 ms.": "given: the next step's run",
    "No link has three flows.": "given: routes long, hop1 and hop2",
    "If the links shared evenly, each flow would get half.": "given: two flows on each link",
    "So its packets wait about 9 ms.": ({ run }) =>
      within((run().results.flows[0].srttMs?.mean ?? 0) - 60 - 2 * PACKET_MS, 8, 10),
    "But there are two queues of about the same length on this path, and both are as short as CoDel wants them.":
      "holds: delay-mean@hop1 < 5 ms and delay-mean@hop2 < 5 ms",
    "How long its packets wait in total, but not where.": "defined: a round trip is a sum",
    "A round-trip time contains all waits on the way, in both directions.": "defined: a round trip",
    "All three flows use Vegas now.": "given: the question's other run",
    "But the delay of both queues is in the round trip, so two queues count twice again.": "defined: a sum",
    "So it keeps only about half as many packets in each queue as the others do.": ({ run }) => {
      const vegas = run("cc=vegas");
      return [0, 1].every((link) =>
        within(ownPackets(vegas, 0, link) / ownPackets(vegas, link + 1, link), 0.4, 0.65),
      );
    },
    "It has two queues, but it keeps only as many packets in both together as the others keep in one.":
      "defined: Vegas counts packets by its round trip",
  },
  "two-flows": {
    "Flow 1 gets at least twice as much.": "holds: goodput@flow1 > 6 Mbps and goodput@flow2 < 3 Mbps",
    "Jain's index expresses fairness in one number: it is 1 if all flows get the same.":
      "defined: Jain's index",
    "With two flows 0.5 is the smallest value: one flow has everything, the other one nothing.":
      "defined: Jain's index of 1 and 0",
    "About 0.8.": "holds: jain > 0.75 and jain < 0.82",
    "Right: (3 + 1)² / (2 · (3² + 1²)) = 16 / 20.": () => (3 + 1) ** 2 / (2 * (3 ** 2 + 1)) === 0.8,
    "For two flows, 0.5 is the worst value, and 0.8 already means three to one.":
      "holds: jain > 0.75 and jain < 0.82",
    "In one second that is up to ten segments with 100 ms, and up to fifty with 20 ms.": () =>
      1000 / 100 === 10 && 1000 / 20 === 50,
    "But this is not a good solution, because every packet waits longer.":
      "holds: jain change > 0.05 and goodput@flow1 < 7.5 Mbps and delay-mean > 300 ms",
  },
  wireshark: {
    "All numbers count from 0 s here, as in a capture.": "given: the warm-up is 0 s",
    "A marked packet has CE in its IP header, and Wireshark's filter ip.dsfield.ecn == 3 shows such packets.":
      "given: tests/cli/wireshark-lesson.test.ts asks tshark",
    "A packet has no mark yet when it leaves the sender.":
      "given: tests/cli/wireshark-lesson.test.ts asks tshark",
    "The data go from 10.1.0.1 to 10.2.0.1, and the ACKs come back.":
      "given: tests/engine/capture holds the addresses",
    "None: ip.dsfield.ecn == 2 shows that all data leave with ECT(0), ready to be marked.":
      "given: tests/cli/wireshark-lesson.test.ts asks tshark",
    "There ip.dsfield.ecn == 3 shows ….": "given: tests/cli/wireshark-lesson.test.ts asks tshark",
    "An ACK acknowledges two packets, but the echo continues after the mark.":
      "defined: RFC 3168 and delayed ACKs",
    "There are more than ten ACKs with ECE for each mark.":
      "given: tests/cli/wireshark-lesson.test.ts asks tshark",
    "The receiver sets ECE on every ACK until a packet with CWR comes.": "defined: RFC 3168 §6.1.3",
    "No real capture can contain this comment: the simulator has written it into the file.":
      "defined: what a capture is",
    "This sender always has data, so it has as many bytes in flight as its window allows.":
      "given: tests/cli/wireshark-lesson.test.ts asks tshark",
    "One segment is 1448 bytes.": "given: mss",
    "This receiver acknowledges every second packet at once, so it adds next to nothing.":
      "defined: delayed ACKs",
    "In this run nothing is sent again.": "holds: marks > 10 and retransmissions < 1",
    "And Wireshark leaves out what was sent twice, because it cannot know which one was acknowledged.":
      "defined: Karn's rule",
  },
  vegas: {
    "No packet is lost, and the link is busy … of the time.": ({ run }) => run().links[0].events.total === 0,
    "Much less than half.": "holds: goodput@flow1 < 0.5 Mbps and goodput@flow2 > 9 Mbps",
    "CUBIC continues until the queue is full and packets are lost: … after the first …. 99 in 100 packets now wait up to ….":
      ({ run }) => run().links[0].events.kind.every((one) => one === QUEUE_EVENT.overflowDrop),
    "So this flow has the long delay, and gets less than a tenth of the link.":
      "holds: goodput@flow1 < 0.5 Mbps and goodput@flow2 > 9 Mbps",
    "But you cannot choose for all senders of the Internet.": "defined: who sets a sender",
    "All additional time must be spent in queues.": "defined: as Vegas reckons",
    "More than half of that is the queue, and nearly all packets in the queue are those of CUBIC.": ({
      run,
    }) => {
      const { flows, links } = run().results;
      const delay = links[0].sojournMs?.mean ?? 0;
      return (
        delay > 0.5 * (flows[0].srttMs?.mean ?? 0) && ownPackets(run(), 1, 0) > 20 * ownPackets(run(), 0, 0)
      );
    },
    "It slows down, and the queue stays as long as before, because CUBIC fills the room that Vegas leaves.":
      ({ run }) => waits(run(), 20).least > 60,
    "All packets are in one queue, and CUBIC has ….": "defined: CoDel on one queue",
    "Vegas is the same as before.": "given: both runs have the same flows",
  },
  "without-ecn": {
    "Not every sender uses ECN.": "defined: the Internet",
    "Both keep half of cwnd after a mark, and half after a loss.": cutsTo(0.5, 2),
    "That is fewer than one in a thousand packets of this link: ECN saves packets, but it does not give a larger share.":
      "holds: drop-share < 0.1 %",
    "After a loss both flows keep half, and flow 2 gets no marks, only losses.": ({ run }) => {
      const { results } = run("flow=beta-ecn=0.85&flow=ecn=off");
      return results.flows[1].ecnReductions === 0 && results.flows[1].lossReductions > 0;
    },
    "Flow 1 gets at least twice as much.": "holds: goodput@flow1 > 6 Mbps and goodput@flow2 < 3 Mbps",
    "So a part of flow 1's gain is time in which the link was idle before, and another part comes from flow 2.":
      "holds: goodput@flow2 of pinned > 4 Mbps",
    "But flow 1 gives up so much less each time that it gets more than twice as much.":
      "holds: goodput@flow1 > 6 Mbps and goodput@flow2 < 3 Mbps",
    "One part of ABE's gain is time in which the link was idle before.": "holds: utilisation change > 3 %",
    "A flow that is alone takes nothing from others.": "defined: alone",
    "The same two flows meet a router with a DropTail queue, which never marks.": "defined: DropTail",
    "It has a β_ecn, but does not use it here.": "holds: ecn-reductions < 1",
    "Nothing.": "holds: jain change < 0.001 and jain change > -0.001",
    "Without marks there are only losses, and after a loss both keep half.": cutsTo(0.5, 2),
  },
  "write-aimd": {
    "Much less than half.": "holds: jain < 0.7 and goodput@flow1 > 8 Mbps and goodput@flow2 < 2 Mbps",
    "The program is shown next to the plots: at each ACK it sets cwnd to 60 segments.": "given: the program",
    "No packet is lost, and the link is busy … of the time.":
      "holds: utilisation < 75 % and retransmissions < 1",
    "About 84 segments in flight would fill the link, and its queue has room for 84 more packets.": () =>
      within(100 / PACKET_MS, 83, 84),
    "But together they keep 240 segments in flight, and link and queue have room for 168.":
      "given: 4 × 60, and 84 + 84",
    "No line of this program does this.": "given: the program",
    "Four windows of 60 segments are 240, link and queue have room for 168, and no sender slows down.":
      "holds: drop-share > 10 % and delay-p50 > 98 ms",
    "The queue is full, and it drops every packet that does not fit.":
      "holds: drop-share > 10 % and delay-p50 > 98 ms",
    "AIMD has two rules.": "defined: AIMD",
    "The ACKs of a round trip acknowledge a whole window, so each ACK adds its share.":
      "defined: RFC 5681 §3.1",
    "A loss halves the window.": "defined: AIMD",
    "Packets are lost all the time.": "given: said while drop-share > 1 %",
    "No packet is lost any more.": "given: said while no loss was answered",
    "Suppose that one window is 80 segments and the other one 20: the difference is 60.": "given: an example",
    "A loss halves both windows, and with them the difference.": "given: the example",
    "Jain showed in 1989 that, among linear rules, only additive increase with multiplicative decrease leads to equal shares and full use of the link.":
      "defined: Chiu and Jain 1989",
    "Now let a loss reduce the window by ten segments instead of half: tcp.cwnd = max(2, tcp.cwnd - 10).":
      "given: the program",
  },
  "abe-in-one-line": {
    "The program is NewReno without its slow start. onMark and onLoss do the same: they halve cwnd.":
      "given: the program",
    "Now the sender will keep 0.8 of its window after a mark.": "given: what the next step asks",
    "A loss still halves the window.": "given: what the next step asks",
    "Find onMark in the program, and let it keep 0.8 of the window instead of 0.5.": "given: what is asked",
    "Change nothing else.": "given: what is asked",
    "With 0.8 the link is busy … of the time, … more than with 0.5. 99 in 100 packets wait at most …, as before.":
      "holds: utilisation change > 10 % and delay-p99 change < 1 ms and delay-p99 change > -1 ms",
    "The sender reduces its window more than twice as often, and each cut is small.":
      "holds: ecn-reductions times > 2",
    "The same sender on a link whose queue cannot mark: DropTail with room for 84 packets. onMark is never called here.":
      "holds: ecn-reductions < 1",
    "The link is busy all the time already.": "holds: utilisation > 99.9 % and loss-reductions > 5",
    "Nothing but a longer queue.": "holds: utilisation > 99.9 % and delay-p50 change > 15 ms",
    "A loss comes when the queue is full, and after a small cut the queue is still long.": ({ run }) =>
      run().links[0].events.kind.every((one) => one === QUEUE_EVENT.overflowDrop),
    "In this program onLoss also keeps 0.8 of the window.": "given: the program",
    "The link is as busy as before, and a typical packet waits …, … compared with 0.5.":
      "holds: utilisation change < 0.1 % and utilisation change > -0.1 %",
    "After cwnd is halved, it needs many round trips to grow back.": "defined: one segment a round trip",
    "If the queue was short, the link is idle part of this time.":
      "holds: utilisation < 85 % and delay-p99 < 10 ms",
    "A loss mostly comes from a full queue.": "defined: DropTail",
    "There, halving cwnd only empties the queue, and the link stays busy.":
      "holds: utilisation > 99.9 % and loss-reductions > 5",
  },
  "queue-of-5-ms": {
    "Why a queue that marks every packet that waited too long leaves its link idle, and what changes if the queue waits for 100 ms before it marks.":
      "holds: utilisation > 95 % and utilisation change > 20 %",
    "You will write a queue in which packets mostly wait for about 5 ms.":
      "holds: delay-p50 < 8 ms and delay-p50 > 4 ms",
    "The program next to the plots does nothing: it marks no packet and drops none.": "given: the program",
    "You will mark every packet that has waited for more than 5 ms.": "given: what the next step asks",
    "About 70 % of the time.": "holds: utilisation < 75 % and utilisation > 60 %",
    "They halve their windows together, and the link is idle until the windows have grown back.":
      "holds: utilisation < 75 % and utilisation > 60 %",
    "Only those that wait too long are marked, and a sender cuts once for all marks of a round trip.":
      "defined: RFC 3168 §6.1.2",
    "Look at the windows: mostly three or more of the five flows reduce their windows within one round trip, and then the link is idle.":
      ({ run }) => {
        const others = companions(run(), 0.1);
        return others.filter((count) => count >= 2).length > 0.6 * others.length;
      },
    "js const nowMs = queue.nowMs if (packet.sojournMs < 5) sinceMs = nowMs else if (nowMs sinceMs + 100) …":
      "given: the program",
    "So the senders cut one after the other: no two of them within the round trip of the empty path.": ({
      run,
    }) => companions(run(), 0.1).every((count) => count === 0),
    "CoDel starts like this: its target is 5 ms and its interval is 100 ms (RFC 8289).":
      "defined: RFC 8289 §4.2, §4.3",
  },
  "one-mark": {
    "Ten minutes for a lecture on ECN: why a sender that halves its window on a mark leaves a link idle, what β_ecn changes, and what that costs.":
      "given: what the scenes show",
    "A queue that never marks stays long.": "holds: delay-p50 > 600 ms",
    "After that cwnd grows by one segment each round trip, and DropTail drops only when the buffer is full.":
      "defined: RFC 5681 §3.1, DropTail",
    "From 10 s to 100 s the buffer does not become full again: the queue only becomes longer.": ({ run }) =>
      waits(run(), 80).least > waits(run(), 10, 30).most &&
      run().links[0].events.timeS.every((atS) => atS < 10),
    "The link is busy all the time, and from 10 s on each packet waits more than half a second.": ({ run }) =>
      run().results.links[0].utilisation > 0.999 && waits(run(), 10).least > 500,
    "CoDel keeps the queue short, but a fifth of the link is idle.": ({ run }) =>
      within(1 - run().results.links[0].utilisation, 0.19, 0.22),
    "CoDel marks when packets have waited more than 5 ms for a whole interval of 100 ms.":
      "defined: RFC 8289 §5",
    "Each cut halves the window, to less than the path holds, so the link is idle at times until the window has grown again.":
      ({ run }) =>
        cutsOf(run(), 10).every(
          ({ before, factor }) => before * factor < 83 && Math.abs(factor - 0.5) < 0.01,
        ),
    'Many will answer "nearly all".': "defined: what people guess",
    "RFC 8511 keeps 0.8 of the window on a mark and still halves it on a loss: a mark comes from a short queue, and a loss from a long one.":
      "defined: RFC 8511 §3",
    "Drag β_ecn from 0.5 to 0.95 and let the students say when to stop.": "given: what the speaker does",
    "At 20 ms the path holds about 17 packets, and 5 ms of queue are four more: half a window is not far below what the path holds.":
      ({ run }) => {
        const halved = cutsOf(run("beta-ecn=0.5"), 10).map(({ before }) => before / 2);
        const more = 5 / PACKET_MS;
        return within(20 / PACKET_MS, 16.5, 17) && within(more, 4, 4.5) && Math.min(...halved) > 0.7 * 17;
      },
    "With halving, this link is busy 94 % of the time.": ({ pinned }) =>
      within(pinned?.results.links[0].utilisation ?? 0, 0.935, 0.945),
    "With 0.8 the link is busy all the time, and the distribution of the delay shows what that costs.": ({
      run,
    }) => run().results.links[0].utilisation > 0.999,
    "Who keeps more of its window gets more of the link.": ({ run }) => {
      const [first, second] = [0, 1].map((flow) => goodputBetween(run(), flow, 25, 60));
      return first > 1.3 * second;
    },
  },
};
