/** A talk is written: scenes recorded from the bench, put in order, given sentences and notes; one link shows it. */

import "../../shared/rail.css";
import "../../shared/dialogs.css";
import { useId, useMemo, useState, useSyncExternalStore } from "react";
import { MOST_PLOTS, USUAL_PLOTS } from "../../../teaching/talk.ts";
import { AddScene } from "../../present/AddScene.tsx";
import { STORED_TALKS, toggled } from "../../present/presenting.ts";
import {
  type DeskState,
  type DraftScene,
  namesIn,
  namesOf,
  type TalkDesk,
  talkDeskOf,
  withNames,
} from "../../present/talk-store.ts";
import { faultWords, ofScene, sceneLabel, talkLinkWords } from "../../present/talk-words.ts";
import { disabledBecause } from "../../shared/because.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { IconButton } from "../../shared/IconButton.tsx";
import { problemText } from "../../shared/problem-words.ts";
import { saveFile } from "../../shared/save-file.ts";
import { TextFile } from "../../shared/TextFile.tsx";
import { PLOT_PIECES } from "../../state/pieces.ts";
import { useBench } from "../../state/use-store.ts";
import { Field } from "./Field.tsx";

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

/** One scene of the talk that is being written. */

interface SceneFormProps {
  readonly desk: TalkDesk;
  readonly scene: DraftScene;
  /** From 1. */
  readonly number: number;
  readonly last: boolean;
}

export function SceneForm({ desk, scene, number, last }: SceneFormProps) {
  return (
    <section className="talk-scene" aria-label={sceneLabel(number)}>
      <SceneHead desk={desk} scene={scene} number={number} last={last} />
      <Field
        label="Sentence to show"
        value={scene.sentence}
        onValue={(sentence) => desk.edit(scene.key, { sentence })}
      />
      <details className="talk-scene__more">
        <summary>Plots, controls, what is revealed, notes</summary>
        <ScenePlots desk={desk} scene={scene} />
        <Lines
          label="Controls at the foot: names with commas, like beta-ecn, rtt. Empty: the first one"
          value={namesIn(scene.link, "touch").join(", ")}
          onLines={(lines) =>
            desk.edit(scene.key, { link: withNames(scene.link, "touch", namesOf(lines.join(","))) })
          }
        />
        <Lines
          label="Revealed step by step: one press of the clicker a line (sentence, result, pinned, theory, flow 2, or a plot)"
          value={scene.reveal.map((names) => names.join(", ")).join("\n")}
          onLines={(lines) =>
            desk.edit(scene.key, { reveal: lines.map(namesOf).filter((names) => names.length > 0) })
          }
        />
        <Lines
          label="Notes for the speaker (Markdown)"
          value={scene.notes}
          onLines={(lines) => desk.edit(scene.key, { notes: lines.join("\n") })}
        />
      </details>
    </section>
  );
}

function SceneHead({ desk, scene, number, last }: SceneFormProps) {
  const bench = useBench();
  const { key } = scene;
  const open = () => {
    bench.openFragment(scene.link);
    bench.url.push();
  };
  return (
    <header className="talk-scene__head">
      <h2>{sceneLabel(number)}</h2>
      <button
        type="button"
        className="button button--small"
        aria-label={ofScene("Open on the bench:", number)}
        onClick={open}
      >
        Open on the bench
      </button>
      <button
        type="button"
        className="button button--small"
        aria-label={ofScene("Record anew:", number)}
        title="The scene shows from now on what the bench shows"
        onClick={() => desk.record(key)}
      >
        Record anew
      </button>
      <button
        type="button"
        className="button button--small"
        aria-label={ofScene("Move up", number)}
        {...disabledBecause(number === 1 ? "It is the first scene" : null)}
        onClick={() => desk.move(key, -1)}
      >
        Up
      </button>
      <button
        type="button"
        className="button button--small"
        aria-label={ofScene("Move down", number)}
        {...disabledBecause(last ? "It is the last scene" : null)}
        onClick={() => desk.move(key, 1)}
      >
        Down
      </button>
      <IconButton icon="remove" label={ofScene("Remove", number)} onClick={() => desk.remove(key)} />
    </header>
  );
}

function ScenePlots({ desk, scene }: Pick<SceneFormProps, "desk" | "scene">) {
  const named = namesIn(scene.link, "plots");
  const shown = named.length > 0 ? named : USUAL_PLOTS;
  return (
    <fieldset className="talk-scene__plots">
      <legend>Plots: one or two</legend>
      {PLOT_PIECES.map(({ id, label }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={shown.includes(id)}
            onChange={() =>
              desk.edit(scene.key, { link: withNames(scene.link, "plots", toggled(shown, id, MOST_PLOTS)) })
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface LinesProps {
  readonly label: string;
  readonly value: string;
  onLines(lines: readonly string[]): void;
}

/** What is typed stands as it is typed; it is read at the end of it. */
function Lines({ label, value, onLines }: LinesProps) {
  const id = useId();
  return (
    <span className="class-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        key={value}
        id={id}
        className="class__words"
        rows={value.split("\n").length + (value.includes("\n") ? 1 : 0)}
        defaultValue={value}
        onBlur={(event) => onLines(event.currentTarget.value.split("\n"))}
      />
    </span>
  );
}
