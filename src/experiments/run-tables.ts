/** The series of a run with the names that they have in all saved tables, on the page and on the command line. */
import type { BucketSeries, EventSeries, PhaseSeries, Snapshot } from "../engine/index.ts";

export { FLOW_EVENT_WORDS, QUEUE_EVENT_WORDS } from "../engine/capture/file-formats.ts";

/** The flow or link to which a series belongs. Both fields are absent if it belongs to neither. */
export interface Owner {
  /** Index of the flow; `link` is the name of the link. */
  readonly flow?: number;
  readonly link?: string;
}

interface NamedSeries extends Owner {
  readonly name: string;
  readonly unit: string;
}

/** A series with minimum, maximum and last value per bucket. */
export interface NamedBuckets extends NamedSeries {
  readonly series: BucketSeries;
}

/** Returns the series of senders, then those of queues. */
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

/**
 * Returns two series, the delay and its mean. They are separate, because a row of a table has only minimum, maximum and last
 * value.
 */
function delays(link: string, name: string, series: EventSeries): NamedBuckets[] {
  const { mean } = series;
  return [
    { link, name, unit: "ms", series },
    { link, name: `${name}-mean`, unit: "ms", series: { ...series, min: mean, max: mean, last: mean } },
  ];
}

/** The start of a phase of a sender. */
export interface PhaseRow {
  /** Index of the flow. */
  readonly flow: number;
  readonly id: string;
  readonly atS: number;
  /** Unit of the phase's number. Phases without a number have 1 as their value. */
  readonly unit: string;
  readonly value: number;
}

/** Returns the phases of all flows: those of the first flow in order of time, then those of the next flow. */
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

/** Returns remarks if some phases could not be stored; empty if all were stored. */
export function phaseRemarks(
  flows: readonly { readonly flow: number; readonly phases: PhaseSeries }[],
): string[] {
  return flows
    .filter(({ phases }) => phases.shortestS > 0)
    .map(
      ({ flow, phases }) =>
        `not in this table: phases of flow ${flow + 1} that are shorter than ${Number(phases.shortestS.toPrecision(2))} s`,
    );
}

/** A series with one value per sample. */
export interface NamedSamples extends NamedSeries {
  readonly values: ArrayLike<number>;
}

/** Returns the sampled series of flows and links. */
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
