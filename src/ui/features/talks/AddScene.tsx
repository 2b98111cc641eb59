/** A button that adds what the bench shows to the talk that is being written. */
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { useBench } from "../../core/use-store.ts";
import { sentenceNow, talkEditorOf } from "./talk-editor.ts";

interface AddSceneProps {
  readonly className?: string;
  /** True if the number of scenes is shown next to the button. */
  readonly worded?: boolean;
}

export function AddScene({ className = "button", worded = false }: AddSceneProps) {
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
