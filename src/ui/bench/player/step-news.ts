/** What happened at a moment of a whole run, by its logs: where a step has led. */
import {
  type LiveNews,
  type LoggedEvent,
  type Question,
  questionOf,
  queueDisciplines,
  queueOfLink,
  type Scenario,
  type Snapshot,
  toldOf,
} from "../../../engine/index.ts";
import { settingsAt } from "../../state/live-changes.ts";
import { labelOf } from "../setting-differences.ts";

/** The playhead is rounded on its way through the controls. */
const SAME_TIME_S = 1e-6;
const NS_PER_S = 1e9;
const MOST_TOLD = 2;

/** Signals at the watched link and cuts of senders; null where a run has none at that time. */
export function newsAt(scenario: Scenario, snapshot: Snapshot, link: number, atS: number): LiveNews | null {
  const heard = [...signalsAt(snapshot, link, atS), ...cutsAt(snapshot, atS)];
  if (heard.length === 0) return null;
  const settings = settingsAt(scenario, atS);
  const links = snapshot.links.map(({ id, label }) => {
    const discipline = labelOf(queueDisciplines, queueOfLink(settings, id).aqm);
    return { label, definition: { label: discipline } };
  });
  const told = heard.slice(0, MOST_TOLD).map((one) => toldOf(links, one));
  const question: Question = questionOf(heard[0]);
  return { text: [`${atS.toFixed(3)} s:`, ...told].join(" "), question };
}

function signalsAt({ links }: Snapshot, link: number, atS: number): LoggedEvent[] {
  const { timeS, kind, flow, isAck } = links[link].events;
  return placesAt(timeS, atS).map((i) => ({
    what: "signal",
    atNs: timeS[i] * NS_PER_S,
    kind: kind[i],
    link,
    flow: flow[i],
    isAck: isAck[i] === 1,
    packet: null,
  }));
}

function cutsAt({ flowEvents }: Snapshot, atS: number): LoggedEvent[] {
  const { timeS, kind, flow, before, after } = flowEvents;
  return placesAt(timeS, atS).map((i) => ({
    what: "event",
    atNs: timeS[i] * NS_PER_S,
    kind: kind[i],
    flow: flow[i],
    before: before[i],
    after: after[i],
  }));
}

function placesAt(times: Float64Array, atS: number): number[] {
  const places: number[] = [];
  for (const [i, timeS] of times.entries()) if (Math.abs(timeS - atS) <= SAME_TIME_S) places.push(i);
  return places;
}
