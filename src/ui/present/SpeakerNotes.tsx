/** The speaker's notes of the scene, where they have been asked for on this screen. */
import { useMemo } from "react";
import { tokensOf } from "../../teaching/document.ts";
import { Markdown } from "../shared/markdown/Markdown.tsx";
import { usePlace, useShown } from "./use-presenting.ts";

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
  const tokens = useMemo(() => tokensOf(markdown), [markdown]);
  if (tokens.length === 0) return <p className="control__note">No notes for this scene.</p>;
  return <Markdown tokens={tokens} lang={lang} />;
}
