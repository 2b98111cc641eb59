/** Takes what the bench shows into the talk that is being written. */
import { useState } from "react";
import { useBench } from "../state/use-store.ts";
import { sentenceNow, talkDeskOf } from "./talk-store.ts";
import { addedWords } from "./talk-words.ts";

interface AddSceneProps {
  readonly className?: string;
  /** Whether it says beside it how many there are. */
  readonly worded?: boolean;
}

export function AddScene({ className = "button", worded = false }: AddSceneProps) {
  const bench = useBench();
  const [said, setSaid] = useState("");
  const add = () => {
    const desk = talkDeskOf(bench);
    desk.add(sentenceNow(bench.store.get()));
    const words = addedWords(desk.store.get().draft.scenes.length);
    setSaid(words);
    bench.announcer.say(words);
  };
  return (
    <>
      <button type="button" className={className} title={said} onClick={add}>
        {said === "" ? "Add this as a scene" : "Added: add another"}
      </button>
      {worded && said !== "" && <span className="control__note">{said}</span>}
    </>
  );
}
