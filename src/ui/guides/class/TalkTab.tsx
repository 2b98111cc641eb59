/** A talk is written: scenes recorded from the bench, put in order, given sentences and notes; one link shows it. */
import "../../shared/rail.css";
import { problemText } from "../../shared/problem-words.ts";
import "../../shared/dialogs.css";
import "./talk-tab.css";
import { useId, useMemo, useState, useSyncExternalStore } from "react";
import { AddScene } from "../../present/AddScene.tsx";
import { STORED_TALKS } from "../../present/stored-talks.ts";
import { type DeskState, type TalkDesk, talkDeskOf } from "../../present/talk-desk.ts";
import { faultWords, talkLinkWords } from "../../present/talk-words.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { saveFile } from "../../shared/save-file.ts";
import { TextFile } from "../../shared/TextFile.tsx";
import { useBench } from "../../state/use-store.ts";
import { Field } from "./Field.tsx";
import { SceneForm } from "./SceneForm.tsx";

export function TalkTab() {
  const bench = useBench();
  const desk = useMemo(() => talkDeskOf(bench), [bench]);
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.get);
  const { draft } = state;
  return (
    <div className="class__pair">
      <div className="class__form">
        <OpenTalk desk={desk} problems={state.openProblems} />
        <section className="class-list" aria-label="The talk">
          <Field label="Title" value={draft.title} onValue={(title) => desk.write({ ...draft, title })} />
          <Field
            label="Language (en, pt-BR, zh-Hans)"
            short
            value={draft.lang}
            onValue={(lang) => desk.write({ ...draft, lang })}
          />
        </section>
        <ol className="talk-scenes">
          {draft.scenes.map((scene, place) => (
            <li key={scene.key}>
              <SceneForm
                desk={desk}
                scene={scene}
                number={place + 1}
                last={place === draft.scenes.length - 1}
              />
            </li>
          ))}
        </ol>
        <p className="class__row">
          <AddScene worded />
          <button type="button" className="button" onClick={() => desk.begin()}>
            Begin a new talk
          </button>
        </p>
        <p className="class__note">
          A scene is what the bench shows when it is added: the run, the pinned one, the moment, the zoom. On
          the bench, Share adds one, and so does the projector (P).
        </p>
      </div>
      <section className="class__result" aria-label="Show it">
        <h2>Show it</h2>
        <Result desk={desk} state={state} />
      </section>
    </div>
  );
}

function OpenTalk({
  desk,
  problems,
}: {
  readonly desk: TalkDesk;
  readonly problems: DeskState["openProblems"];
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [stored] = STORED_TALKS;
  return (
    <details className="class__open">
      <summary>Open a talk that is there already</summary>
      <label htmlFor={id}>Its link</label>
      <span className="class__row">
        <input
          id={id}
          className="text-field"
          type="text"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="button" className="button" onClick={() => void desk.open(text)}>
          Open
        </button>
        <TextFile
          label="Open a file (.md)"
          accept=".md,.txt,text/markdown"
          onText={(file) => void desk.open(file)}
        />
        <button type="button" className="button" onClick={() => void desk.open(stored)}>
          Open the example
        </button>
      </span>
      <ul role="alert">
        {problems.map((problem) => (
          <li key={problemText(problem)}>{problemText(problem)}</li>
        ))}
      </ul>
    </details>
  );
}

function Result({ desk, state }: { readonly desk: TalkDesk; readonly state: DeskState }) {
  const bench = useBench();
  const fragment = desk.link();
  if (state.draft.scenes.length === 0)
    return <p className="class__note">The link and the file stand here when the talk has a scene.</p>;
  if (fragment === null)
    return (
      <div className="class__faults" role="status">
        <ul>
          {state.faults.map((fault) => (
            <li key={faultWords(fault)}>{faultWords(fault)}</li>
          ))}
        </ul>
      </div>
    );
  const link = `${window.location.href.split("#")[0]}#${fragment}`;
  const show = () => {
    bench.openFragment(fragment);
    bench.url.push();
  };
  return (
    <>
      <p className="class__row">
        <button type="button" className="button button--main" onClick={show}>
          Present
        </button>
        <CopyButton text={link} label="Copy link" />
        <button
          type="button"
          className="button"
          onClick={() => saveFile(`${state.draft.id}.md`, "text/markdown", state.file)}
        >
          Save as a file
        </button>
      </p>
      <p className="class__note">{talkLinkWords(link.length)}</p>
      <textarea
        className="share__text"
        readOnly
        rows={5}
        value={link}
        aria-label="Link of the talk"
        onFocus={(event) => event.currentTarget.select()}
      />
      <details>
        <summary>The file</summary>
        <pre className="talk-file">{state.file}</pre>
      </details>
    </>
  );
}
