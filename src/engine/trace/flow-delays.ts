/** Queue delay, marks and drops per flow. A replay of the run counts them. */
import { readNumber, secondsToNs } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { DelayHistogram } from "./histogram.ts";
import { LOG } from "./log-rows.ts";
import { PacketLog } from "./packet-log.ts";
import { type MakeReplay, runInSteps } from "./replay.ts";
import type { FlowDelays } from "./snapshot.ts";

class FlowCount {
  readonly delays = new DelayHistogram();
  marks = 0;
  drops = 0;
}

/** Counts the packets of each flow at one link, from the end of the warm-up to `untilS`. Yields after each short step of work. */
export function* flowDelaysOf(
  { run }: Scenario,
  make: MakeReplay,
  link: number,
  untilS: number,
): Generator<undefined, FlowDelays> {
  const warmupNs = secondsToNs(readNumber(run, "warmup"));
  const log = new PacketLog({ kinds: [LOG.dequeued, LOG.marked, LOG.dropped] });
  const counts: FlowCount[] = [];
  const replay = make(log);
  for (const _ of runInSteps(replay, untilS)) yield count(log, link, warmupNs, counts);
  count(log, link, warmupNs, counts);
  const flows = log.network.flows.map((_, flow) => {
    const { marks, drops, delays } = counts[flow] ?? new FlowCount();
    return { flow, marks, drops, sojournMs: delays.percentiles(), delayCdf: delays.cdf() };
  });
  return { link, flows };
}

/** Adds the events logged since the last step. */
function count(log: PacketLog, ofLink: number, warmupNs: number, counts: FlowCount[]): undefined {
  const { kind, timeNs, link, flow, a } = log.columns;
  for (let row = 0; row < log.length; row++) {
    if (link[row] !== ofLink || timeNs[row] < warmupNs) continue;
    counts[flow[row]] ??= new FlowCount();
    const own = counts[flow[row]];
    if (kind[row] === LOG.dequeued) own.delays.add(a[row]);
    else if (kind[row] === LOG.marked) own.marks++;
    else own.drops++;
  }
  log.clear();
  return undefined;
}
