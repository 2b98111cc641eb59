/**
 * The speaker's window: the projected picture, player and controls, and what the audience does not see: notes, the next scene,
 * the time.
 */

import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Scene } from "../../../teaching/document/talk.ts";
import { PlaybackBar } from "../../bench/player/PlaybackBar.tsx";
import { handleKey } from "../../core/keyboard.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { MarkdownText } from "../../parts/markdown/Markdown.tsx";
import { PLOT_PIECES } from "../../parts/pieces.ts";
import { Button } from "../../shared/Button.tsx";
import { catchDrops } from "../../shared/drops.ts";
import { showTheme } from "../../shared/hooks.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { copyLooks } from "./open-speaker-window.ts";
import { ProjectorControls } from "./ProjectorFoot.tsx";
import { type Place, usePresenting, useShown, useTalkPlace } from "./presenting.ts";
import { WallPicture } from "./WallPicture.tsx";
import "./projector.css";

export function SpeakerWindow() {
  const speaker = useShown((shown) => shown.speaker);
  return speaker && <Opened speaker={speaker} />;
}

function Opened({ speaker }: { readonly speaker: Window }) {
  const bench = useBench();
  const presenting = usePresenting();
  const theme = useBenchState((state) => state.theme);
  useEffect(() => showTheme(speaker.document, theme), [speaker, theme]);
  // Copies style sheets again when parts of the page load later.
  useEffect(() => {
    const observer = new MutationObserver(() => copyLooks(speaker.document));
    observer.observe(document.head, { childList: true });
    return () => observer.disconnect();
  }, [speaker]);
  // A presentation remote works in either window.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog that is opened from the speaker's window is shown in the projected window. The browser's own Escape
      // handling works only there.
      if (event.key === "Escape" && bench.store.get().dialog !== null) bench.showDialog(null);
      else handleKey(bench, event);
    };
    speaker.addEventListener("keydown", onKeyDown);
    return () => speaker.removeEventListener("keydown", onKeyDown);
  }, [bench, speaker]);
  // If one of the two windows is closed, the other one is closed too.
  useEffect(() => {
    const end = () => speaker.close();
    const ended = () => presenting.forgetSpeaker();
    window.addEventListener("pagehide", end);
    speaker.addEventListener("pagehide", ended);
    return () => {
      window.removeEventListener("pagehide", end);
      speaker.removeEventListener("pagehide", ended);
      end();
      ended();
    };
  }, [speaker, presenting]);
  // A file dropped here must not replace the window.
  useEffect(() => catchDrops(speaker, () => undefined), [speaker]);
  return createPortal(<View />, speaker.document.body);
}

function View() {
  const place = useTalkPlace();
  return (
    <main className="speaker" aria-label="Speaker" onPointerUp={giveBackFocus}>
      <section className="speaker__wall" aria-label="The wall">
        <WallPicture />
        <PlaybackBar />
        <ProjectorControls always />
      </section>
      <section className="speaker__talk" aria-label="The talk">
        <Times />
        {place !== null && <Scenes {...place} />}
      </section>
    </main>
  );
}

function Scenes({ talk, scene, step }: Place) {
  const revealed = useShown((shown) => shown.revealed);
  const reveals = scene.reveal[revealed];
  return (
    <>
      <Buttons />
      <section className="speaker__now" aria-label="Now">
        <h1 lang={talk.lang}>
          <span className="speaker__count">{`${step} / ${talk.scenes.length}`}</span>{" "}
          <SymbolText text={scene.sentence} />
        </h1>
        <div className="speaker__notes">
          <Notes markdown={scene.notes} lang={talk.lang} />
        </div>
      </section>
      <section className="speaker__coming" aria-label="Next">
        {reveals !== undefined && (
          <>
            <h2>Next press</h2>
            <p>{`In this scene: ${reveals.join(", ")}`}</p>
          </>
        )}
        <h2>Next scene</h2>
        <NextScene scene={talk.scenes[step]} lang={talk.lang} />
      </section>
    </>
  );
}

/** The next scene: its sentence, what it shows, and the start of its notes. */
function NextScene({ scene, lang }: { readonly scene: Scene | undefined; readonly lang: string }) {
  if (scene === undefined) return <p>This is the last scene.</p>;
  const plots = PLOT_PIECES.filter(({ id }) => scene.plots.includes(id)).map(({ label }) => label);
  return (
    <>
      <p className="speaker__next" lang={lang}>
        <SymbolText text={scene.sentence} />
      </p>
      <p className="speaker__count">{plots.join(", ")}</p>
    </>
  );
}

/** Removes the focus from a slider after use, so that it does not take the remote's keys. */
export function giveBackFocus({ currentTarget }: { readonly currentTarget: Element }): void {
  const { activeElement } = currentTarget.ownerDocument;
  if (activeElement?.matches("input[type=range], [role=slider]")) (activeElement as HTMLElement).blur();
}

function Buttons() {
  const presenting = usePresenting();
  const blank = useShown((shown) => shown.blank);
  return (
    <div className="speaker__buttons" role="toolbar" aria-label="Talk">
      <Button onClick={() => presenting.back()}>Back</Button>
      <Button look="main" onClick={() => presenting.next()}>
        Next
      </Button>
      <Button aria-pressed={blank} onClick={() => presenting.toggleBlank()}>
        Blank screen
      </Button>
      <Button onClick={() => presenting.restore()}>As recorded</Button>
    </div>
  );
}

const SECOND_MS = 1000;

/** Returns the elapsed time of a talk: "12:05". */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function Times() {
  const [now, setNow] = useState(() => new Date());
  const [since, setSince] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="speaker__times">
      <span>{elapsedText(now.getTime() - since.getTime())}</span>
      <Button look="small" onClick={() => setSince(new Date())}>
        Restart the clock
      </Button>
      <span className="speaker__clock">
        {`${now.getHours()}:${String(now.getMinutes()).padStart(2, "0")}`}
      </span>
    </p>
  );
}

/** The speaker's notes of the scene, if they are switched on for this screen. */
export function SpeakerNotes() {
  const wanted = useShown((shown) => shown.notes);
  const place = useTalkPlace();
  if (!wanted || place === null) return null;
  return (
    <aside className="projector__notes" aria-label="Speaker's notes">
      <Notes markdown={place.scene.notes} lang={place.talk.lang} />
    </aside>
  );
}

export function Notes({ markdown, lang }: { readonly markdown: string; readonly lang: string }) {
  if (markdown === "") return <p className="control__note">No notes for this scene.</p>;
  return <MarkdownText text={markdown} lang={lang} />;
}
