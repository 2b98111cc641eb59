/** The series of a run by the names that they have in every table that is saved, by the page and by the command line. */
import type { BucketSeries, EventSeries, PhaseSeries, Snapshot } from "../engine/index.ts";

export { FLOW_EVENT_WORDS, QUEUE_EVENT_WORDS } from "../engine/capture/file-formats.ts";

/** Whose it is: of neither a flow nor a link, both are absent. */
export interface Owner {
  /** Index of the flow. */
  readonly flow?: number;
  readonly link?: string;
}

interface NamedSeries extends Owner {
  readonly name: string;
  readonly unit: string;
}

/** Smallest, largest and last value of each stretch. */
export interface NamedBuckets extends NamedSeries {
  readonly series: BucketSeries;
}

/** Of senders first, then of queues. */
export function bucketSeries({ flows, links }: Snapshot): NamedBuckets[] {
  return [
    ...flows.flatMap(({ flow, cwnd, ssthresh, inflight, srttMs, probes }): NamedBuckets[] => [
      { flow, name: "cwnd", unit: "segments", series: cwnd },
      { flow, name: "ssthresh", unit: "segments", series: ssthresh },
      { flow, name: "inflight", unit: "segments", series: inflight },
      { flow, name: "srtt", unit: "ms", series: srttMs },
      ...probes.map(({ probe, series }) => ({ flow, name: probe.id, unit: probe.unit, series })),
    ]),
    ...links.flatMap(({ id: link, queue, queues = [] }): NamedBuckets[] => [
      ...delays(link, "delay", queue.sojournMs),
      ...queues.flatMap(({ name, sojournMs }) => delays(link, `delay-${name}`, sojournMs)),
      { link, name: "length", unit: "packets", series: queue.lengthPackets },
      ...queue.probes.map(({ probe, series }) => ({ link, name: probe.id, unit: probe.unit, series })),
    ]),
  ];
}

/** The means as a series of their own: a row holds the smallest, the largest and the last value. */
function delays(link: string, name: string, series: EventSeries): NamedBuckets[] {
  const { mean } = series;
  return [
    { link, name, unit: "ms", series },
    { link, name: `${name}-mean`, unit: "ms", series: { ...series, min: mean, max: mean, last: mean } },
  ];
}

/** A sender enters a phase. */
export interface PhaseRow {
  /** Index of the flow. */
  readonly flow: number;
  readonly id: string;
  readonly atS: number;
  /** Of the number that the phase declares; one that declares none counts itself: 1 in "phases". */
  readonly unit: string;
  readonly value: number;
}

/** In order of time, one flow after the other. */
export function phaseRows({ flows }: Pick<Snapshot, "flows">): PhaseRow[] {
  return flows.flatMap(({ flow, phases }) =>
    Array.from(phases.timeS, (atS, i) => {
      const { id, value } = phases.phases[phases.phase[i]];
      const number = phases.value[i];
      const has = value !== undefined && !Number.isNaN(number);
      return { flow, id, atS, unit: has ? value.unit : "phases", value: has ? number : 1 };
    }),
  );
}

/** Where phases were too many to keep; empty: all are kept. */
export function phaseRemarks(
  flows: readonly { readonly flow: number; readonly phases: PhaseSeries }[],
): string[] {
  return flows
    .filter(({ phases }) => phases.shortestS > 0)
    .map(
      ({ flow, phases }) =>
        `left out: phases of flow ${flow + 1} that are shorter than ${Number(phases.shortestS.toPrecision(2))} s`,
    );
}

/** One value at each sample. */
export interface NamedSamples extends NamedSeries {
  readonly values: ArrayLike<number>;
}

export function sampledSeries({ samples, links }: Snapshot): NamedSamples[] {
  const ofFlows = (name: string, all: readonly ArrayLike<number>[]) =>
    all.map((values, flow) => ({ flow, name, unit: "B", values }));
  return [
    { name: "jain_momentary", unit: "", values: samples.jainMomentary },
    { name: "jain_running", unit: "", values: samples.jainRunning },
    ...links.flatMap(({ id: link, sentBytes, rateBps }) => [
      { link, name: "sent_bytes", unit: "B", values: sentBytes },
      { link, name: "rate_bps", unit: "bit/s", values: rateBps },
    ]),
    ...ofFlows("received_bytes", samples.receivedBytes),
    ...ofFlows("arrived_bytes", samples.arrivedBytes),
  ];
}
