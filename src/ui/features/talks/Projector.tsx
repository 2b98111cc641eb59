/** The bench for a lecture hall: a sentence, one or two plots, the important control, and the keys of a presentation remote. */

import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from "react";
import type { Scene } from "../../../teaching/document/talk.ts";
import { useRuns } from "../../bench/BenchScreen.tsx";
import { usePlace } from "../../bench/feature.ts";
import { Loading } from "../../bench/Loading.tsx";
import { Notices } from "../../bench/Notices.tsx";
import { Headline } from "../../bench/numbers/Headline.tsx";
import { LivingPath } from "../../bench/path/LivingPath.tsx";
import { PlaybackBar } from "../../bench/player/PlaybackBar.tsx";
import { RunError } from "../../bench/RunError.tsx";
import { usePaintedEvent } from "../../bench/use-painted-event.ts";
import type { Bench } from "../../core/bench.ts";
import { handleKey } from "../../core/keyboard.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { leaveFullScreen } from "../../shared/full-screen.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { useMagnification } from "./magnified-page.ts";
import { ProjectorFoot } from "./ProjectorFoot.tsx";
import { ProjectorPlots } from "./ProjectorPlots.tsx";
import { usePresenting, useSeen, useShown, useTalkPlace } from "./presenting.ts";
import { giveBackFocus, SpeakerNotes, SpeakerWindow } from "./SpeakerWindow.tsx";
import { TalkProblems } from "./TalkPanel.tsx";
import "./projector.css";

export function Projector() {
  const bench = useBench();
  const times = useMagnification();
  const blank = useShown((shown) => shown.blank);
  // Lines are thicker while a projector shows the plots. Leaving projector mode also leaves full screen.
  useEffect(() => {
    document.documentElement.classList.add("projected");
    return () => {
      document.documentElement.classList.remove("projected");
      leaveFullScreen();
    };
  }, []);
  return (
    <div className="projector">
      {/* A screen of a different size is a new picture, whose canvases are painted again. */}
      <div
        key={times}
        className="projector__sheet"
        style={{ "--times": times } as CSSProperties}
        onPointerUp={giveBackFocus}
        onKeyDownCapture={(event) => clickerFirst(bench, event)}
      >
        <Sheet />
      </div>
      {blank && <BlankScreen />}
    </div>
  );
}

function Sheet() {
  const { run, pinned } = useRuns();
  const scenario = useBenchState((state) => state.run.scenario);
  const place = useTalkPlace();
  const Dock = usePlace("dock");
  const seen = useSeen(place?.scene ?? null);
  usePaintedEvent(run, scenario);
  const compared = seen.pinned ? pinned : null;
  return (
    <>
      <main className="projector__main" aria-label="Projector" aria-busy={run === null}>
        <Notices />
        <TalkProblems />
        <RunError />
        <Sentence scene={place?.scene ?? null} lang={place?.talk.lang} seen={seen.sentence} />
        <div className="projector__result">
          {run !== null && seen.result && <Headline run={run} pinned={compared} />}
        </div>
        {run === null ? (
          <Loading />
        ) : (
          <>
            <div
              className={
                seen.isPlotSeen("path") ? "projector__path" : "projector__path projector__path--unseen"
              }
            >
              <LivingPath run={run} />
            </div>
            <ProjectorPlots run={run} pinned={compared} seen={seen} />
          </>
        )}
      </main>
      <aside className="projector__beside" aria-label="Beside the plots">
        <SpeakerNotes />
        {run !== null && Dock !== null && <Dock run={run} />}
      </aside>
      <SpeakerWindow />
      <PlaybackBar />
      <ProjectorFoot />
    </>
  );
}

interface SentenceProps {
  readonly scene: Scene | null;
  readonly lang: string | undefined;
  readonly seen: boolean;
}

/** The sentence of the scene. Its space is reserved before it is revealed. */
function Sentence({ scene, lang, seen }: SentenceProps) {
  if (scene === null) return <h1 className="unseen">Sawtooth on a projector</h1>;
  return (
    <h1 className="projector__sentence" lang={lang}>
      {seen ? (
        <SymbolText text={scene.sentence} />
      ) : (
        <span className="unseen">The sentence appears later</span>
      )}
    </h1>
  );
}

/** Gives the two keys of a presentation remote to the talk, although a focused slider would handle them. */
export function clickerFirst(bench: Bench, event: KeyboardEvent): void {
  const { guide, dialog } = bench.store.get();
  if (guide?.kind !== "talk" || dialog !== null || !["PageUp", "PageDown"].includes(event.key)) return;
  handleKey(bench, event.nativeEvent);
  event.stopPropagation();
}

/** An empty screen that directs attention to the speaker. */
export function BlankScreen() {
  const presenting = usePresenting();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className="projector__blank"
      aria-label="The screen is blank: show it again"
      onClick={() => presenting.toggleBlank()}
    />
  );
}
