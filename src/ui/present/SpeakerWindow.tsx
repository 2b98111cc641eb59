/** What the speaker sees and the hall does not: notes, what comes next, the time. In a window of its own. */

import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { handleKey } from "../bench/keys.ts";
import { MarkdownText } from "../bench/markdown/Markdown.tsx";
import { Button } from "../shared/Button.tsx";
import { catchDrops } from "../shared/drops.ts";
import { showTheme } from "../shared/hooks.ts";
import { SymbolText } from "../shared/SymbolText.tsx";
import { nameHere } from "../state/device.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import { usePlace, usePresenting, useShown } from "./presenting.ts";

export function SpeakerWindow() {
  const speaker = useShown((shown) => shown.speaker);
  return speaker && <Opened speaker={speaker} />;
}

function Opened({ speaker }: { readonly speaker: Window }) {
  const bench = useBench();
  const presenting = usePresenting();
  const theme = useBenchState((state) => state.theme);
  useEffect(() => showTheme(speaker.document, theme), [speaker, theme]);
  // A clicker works whichever of the two windows has the focus.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const onButton = (event.target as Element | null)?.closest?.("button") != null;
      if (!(onButton && [" ", "Enter"].includes(event.key))) handleKey(bench, event);
    };
    speaker.addEventListener("keydown", onKeyDown);
    return () => speaker.removeEventListener("keydown", onKeyDown);
  }, [bench, speaker]);
  // Neither window outlives the other.
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
  // A file that is dropped here must not take the window's place.
  useEffect(() => catchDrops(speaker, () => undefined), [speaker]);
  return createPortal(<View />, speaker.document.body);
}

function View() {
  const place = usePlace();
  const revealed = useShown((shown) => shown.revealed);
  if (place === null) return <p className="speaker">No talk is shown.</p>;
  const { talk, scene, step } = place;
  const reveals = scene.reveal[revealed];
  const next = reveals === undefined ? talk.scenes[step]?.sentence : `In this scene: ${reveals.join(", ")}`;
  return (
    <main className="speaker" aria-label="Speaker">
      <Times />
      <section className="speaker__now" aria-label="Now">
        <h1 lang={talk.lang}>
          <span className="speaker__count">{`${step} / ${talk.scenes.length}`}</span>{" "}
          <SymbolText text={scene.sentence} />
        </h1>
        <div className="speaker__notes">
          <Notes markdown={scene.notes} lang={talk.lang} />
        </div>
      </section>
      <Buttons />
      <section className="speaker__coming" aria-label="Next">
        <h2>Next</h2>
        <p>
          <SymbolText text={next ?? "Nothing: this is the last scene."} />
        </p>
      </section>
    </main>
  );
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

/** "12:05", of a talk that has gone on so long. */
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
        Start the clock again
      </Button>
      <span className="speaker__clock">
        {`${now.getHours()}:${String(now.getMinutes()).padStart(2, "0")}`}
      </span>
    </p>
  );
}

/** The speaker's notes of the scene, where they have been asked for on this screen. */
export function SpeakerNotes() {
  const wanted = useShown((shown) => shown.notes);
  const place = usePlace();
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

const FEATURES = "popup,width=900,height=620";

/** Null where the browser does not allow another window. */
export function openSpeakerWindow(): Window | null {
  const opened = window.open("", nameHere("speaker"), FEATURES);
  if (opened === null) return null;
  const { document: page } = opened;
  page.title = "Speaker · Sawtooth";
  page.documentElement.lang = document.documentElement.lang;
  page.body.className = "speaker-page";
  page.body.replaceChildren();
  page.head.querySelectorAll("link, style").forEach((before) => {
    before.remove();
  });
  for (const sheet of document.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')) {
    const copy = page.importNode(sheet, true);
    // The window has no address of its own that theirs could be relative to.
    if (sheet instanceof HTMLLinkElement) copy.setAttribute("href", sheet.href);
    page.head.append(copy);
  }
  return opened;
}
