/** A button that adds what the bench shows to the talk that is being written. */
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import type { Places } from "../../bench/feature.ts";
import { useBench } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { sentenceNow, talkEditorOf } from "./talk-editor.ts";
import "../../shared/dialogs.css";

export function AddScene({ className = "button", worded = false }: Places["scene"]) {
  const bench = useBench();
  const [message, setMessage] = useState("");
  const add = () => {
    const editor = talkEditorOf(bench);
    editor.add(sentenceNow(bench.store.get()));
    const words = `The talk has ${counted(editor.store.get().draft.scenes.length, "scene")}.`;
    setMessage(words);
    bench.announcer.say(words);
  };
  return (
    <>
      <button type="button" className={className} title={message} onClick={add}>
        {message === "" ? "Add this as a scene" : "Added: add another"}
      </button>
      {worded && message !== "" && <span className="control__note">{message}</span>}
    </>
  );
}

/** Adds a single plot, alone or with one control, as a scene of the talk. */
export function AddPlotScene({ plot, control }: Places["plotScene"]) {
  const bench = useBench();
  const [message, setMessage] = useState("");
  const add = () => {
    const editor = talkEditorOf(bench);
    const touch = control === null ? [] : [control];
    editor.add(sentenceNow(bench.store.get()), { plots: [plot], touch, hide: ["path"] });
    const words = `Added as scene ${editor.store.get().draft.scenes.length} of your talk.`;
    setMessage(words);
    bench.announcer.say(words);
  };
  return (
    <section className="share">
      <h3>Scene of a talk</h3>
      <p className="share__acts">
        <Button onClick={add}>Add as a scene</Button>
        <span className="control__note">{message}</span>
      </p>
    </section>
  );
}
