/** In the transport bar: what the last step was, or why a live run has stopped; and the question that goes with it. */
import { useEffect, useMemo } from "react";
import type { LiveNews } from "../../../engine/index.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { linkIndex } from "../../state/watched-link.ts";
import { StopMenu } from "./StopMenu.tsx";
import { newsAt } from "./step-news.ts";
import "./step-news.css";

export function StepNews() {
  const bench = useBench();
  const live = useBenchState((state) => state.mode === "live");
  const told = useBenchState((state) => state.playback.news);
  const found = useNewsAtPlayhead();
  const news = live ? told : found;
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
      {question !== null && (
        <button type="button" className="button button--small" onClick={() => bench.asking.ask(question)}>
          Why?
        </button>
      )}
    </div>
  );
}

/** Of a whole run at rest. */
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
