/**
 * The event at the last step, or the event at which a live run paused, with the button to ask about it, in the
 * transport bar.
 */

import { useEffect, useMemo } from "react";
import type { StopKind } from "../../../engine/index.ts";
import {
  eventSentence,
  type LiveNews,
  type LoggedEvent,
  type Question,
  questionOf,
  queueDisciplines,
  queueOfLink,
  type Scenario,
  type Snapshot,
} from "../../../engine/index.ts";
import { settingsAt } from "../../core/live-changes.ts";
import { linkIndex } from "../../core/run-view.ts";
import { useBench, useBenchState, useExplain } from "../../core/use-store.ts";
import { labelOf } from "../../parts/words/setting-differences.ts";
import { Button } from "../../shared/Button.tsx";

/** Labels of the choice next to the play button in live mode: the events at which the run pauses. */
const STOPS: Readonly<Record<StopKind, string>> = {
  mark: "to a mark",
  loss: "to a loss",
  timeout: "to a timeout",
  join: "to a join",
};

export function StopMenu({ className }: { readonly className: string }) {
  const { player } = useBench();
  const stopAt = useBenchState((state) => state.playback.stopAt);
  const choose = (value: string) => player.setStopAt(value === "" ? null : (value as StopKind));
  return (
    <select
      className={`menu ${className}`}
      aria-label="Play until"
      title="Where the live run pauses automatically"
      value={stopAt ?? ""}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">to the end</option>
      {Object.entries(STOPS).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** Tolerance in s, because the playhead is rounded on its way through the controls. */
const SAME_TIME_S = 1e-6;
const NS_PER_S = 1e9;
const MOST_TOLD = 2;

/** Returns the signals at the watched link and the cuts of senders at a time; null if there are no such events. */
export function newsAt(scenario: Scenario, snapshot: Snapshot, link: number, atS: number): LiveNews | null {
  const heard = [...signalsAt(snapshot, link, atS), ...cutsAt(snapshot, atS)];
  if (heard.length === 0) return null;
  const settings = settingsAt(scenario, atS);
  const links = snapshot.links.map(({ id, label }) => {
    const discipline = labelOf(queueDisciplines, queueOfLink(settings, id).aqm, settings.programs);
    return { label, definition: { label: discipline } };
  });
  const eventTexts = heard.slice(0, MOST_TOLD).map((one) => eventSentence(links, one));
  const question: Question = questionOf(heard[0]);
  return { text: [`${atS.toFixed(3)} s:`, ...eventTexts].join(" "), question };
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

export function StepNews() {
  const bench = useBench();
  const explain = useExplain();
  const live = useBenchState((state) => state.mode === "live");
  const liveNews = useBenchState((state) => state.playback.news);
  const found = useNewsAtPlayhead();
  const news = live ? liveNews : found;
  const text = news?.text ?? "";
  useEffect(() => {
    if (text !== "") bench.announcer.say(text);
  }, [bench, text]);
  if (news === null && !live) return null;
  const question = news?.question ?? null;
  return (
    <div className={text === "" ? "step-news step-news--quiet" : "step-news"}>
      {live && <StopMenu className="step-news__stop" />}
      <p className="step-news__text" title={text}>
        {text}
      </p>
      {question !== null && explain !== null && (
        <Button look="small" onClick={() => explain(question)}>
          Why?
        </Button>
      )}
    </div>
  );
}

/** Returns the events at the playhead of a whole run that is paused. */
function useNewsAtPlayhead(): LiveNews | null {
  const atS = useBenchState(({ mode, playback }) =>
    mode === "live" || playback.playing ? null : playback.playheadS,
  );
  const snapshot = useBenchState(({ run }) => run.snapshot);
  const scenario = useBenchState(({ run }) => run.scenario);
  const watch = useBenchState((state) => state.watch);
  return useMemo(() => {
    if (atS === null || snapshot === null || scenario === null) return null;
    return newsAt(scenario, snapshot, linkIndex(snapshot.links, watch), atS);
  }, [atS, snapshot, scenario, watch]);
}
