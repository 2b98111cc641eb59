/**
 * The tab in which a talk is written: scenes are recorded from the bench, ordered, and given text and notes. One URL
 * shows the talk.
 */

import { useId, useMemo, useState, useSyncExternalStore } from "react";
import { MOST_PLOTS, partsToReveal, USUAL_PLOTS } from "../../../teaching/document/talk.ts";
import { useBench } from "../../core/use-store.ts";
import { FaultList, Field, MadeLink, OpenDocument } from "../../parts/guide/form-parts.tsx";
import { readTalkFile } from "../../parts/guide/guide-documents.ts";
import { TemplateButton, TextEditor } from "../../parts/guide/TextEditor.tsx";
import { KeptBoundary, KeptNote } from "../../parts/kept-on-device.tsx";
import { PLOT_PIECES } from "../../parts/pieces.ts";
import { Button, Check, IconButton } from "../../shared/Button.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { AddScene } from "./AddScene.tsx";
import { toggled } from "./presenting.ts";
import { ScenePicture } from "./ScenePicture.tsx";
import { Notes } from "./SpeakerWindow.tsx";
import {
  apart,
  controlsOf,
  type DraftScene,
  earlier,
  MOST_CONTROLS,
  namesIn,
  partLabel,
  type SceneControl,
  sceneSummary,
  TALK_DRAFT,
  type TalkEditor,
  type TalkState,
  talkEditorOf,
  together,
  withControl,
  withNames,
  withStep,
} from "./talk-editor.ts";
import { TALKS } from "./talks.ts";
import "./talk-editor.css";

export function TalkTab() {
  const bench = useBench();
  const editor = useMemo(() => talkEditorOf(bench), [bench]);
  const state = useSyncExternalStore(editor.store.subscribe, editor.store.get);
  const { draft } = state;
  return (
    <div className="class__pair">
      <div className="class__form">
        <OpenDocument what="talk" problems={state.openProblems} onOpen={(text) => void editor.open(text)}>
          <Button onClick={() => void editor.open(TALKS.names[0])}>Open the example</Button>
        </OpenDocument>
        <Template editor={editor} state={state} />
        <KeptNote kept={TALK_DRAFT} onTake={() => editor.takeKept()} />
        <section className="class-list" aria-label="The talk">
          <Field label="Title" value={draft.title} onValue={(title) => editor.write({ ...draft, title })} />
          <Field
            label="Language (en, pt-BR, zh-Hans)"
            short
            value={draft.lang}
            onValue={(lang) => editor.write({ ...draft, lang })}
          />
        </section>
        <KeptBoundary kept={TALK_DRAFT} part="The list of scenes" value={draft}>
          <ol className="talk-scenes">
            {draft.scenes.map((scene, place) => (
              <li key={scene.key}>
                <SceneForm
                  editor={editor}
                  scene={scene}
                  number={place + 1}
                  next={draft.scenes[place + 1] ?? null}
                />
              </li>
            ))}
          </ol>
        </KeptBoundary>
        <p className="class__row">
          <AddScene worded />
          <Button onClick={() => editor.begin()}>New talk</Button>
        </p>
        <TalkText editor={editor} state={state} />
        <p className="class__note">
          A scene records the state of the simulator: the run, the pinned run, the moment, the zoom. To add
          one, use Share or the projector view (P).
        </p>
      </div>
      <section className="class__result" aria-label="Show it">
        <h2>Show it</h2>
        <Result editor={editor} state={state} />
      </section>
    </div>
  );
}

/** A template of three scenes: what is shown, what is revealed, and the speaker's notes. */
export const TALK_TEMPLATE = `---
kind: talk
id: a-talk
lang: en
title: A talk
---

For readers of the talk: what it is about, in one or two sentences.

## CoDel keeps the queue short, but a fifth of the link is idle.

- state: [open](#v=2&at=12s&plots=cwnd,delay&touch=beta-ecn)
- reveal: delay
- reveal: result
- holds: utilisation < 85 %

Notes for the speaker. Ask first: how much of the link is used?

## Keep more of the window: β_ecn 0.8.

- state: [open](#v=2&beta-ecn=0.8&pin=v%3D2&at=12s&plots=cwnd,throughput&touch=beta-ecn)
- reveal: throughput, pinned
- holds: utilisation > 94 %

The run with 0.5 is grey. Move the slider, and press S to bring the scene back.

## How long do packets wait?

- state: [open](#v=2&beta-ecn=0.8&pin=v%3D2&at=12s&plots=distribution)

This scene has no controls to move.
`;

interface TextProps {
  readonly editor: TalkEditor;
  readonly state: TalkState;
}

function Template({ editor, state }: TextProps) {
  const [before, setBefore] = useState<string | null>(null);
  const replace = (next: string) => {
    setBefore(state.draft.scenes.length === 0 ? null : state.file);
    void editor.open(next);
  };
  return (
    <p className="class__row">
      <TemplateButton
        what="talk"
        before={before}
        onTemplate={() => replace(TALK_TEMPLATE)}
        onBack={() => {
          if (before !== null) replace(before);
        }}
      />
    </p>
  );
}

/** The talk as a text file. Each edit without errors is applied, and the scenes above follow. */
function TalkText({ editor, state }: TextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [line, setLine] = useState(1);
  const problems = typed === null ? [] : readTalkFile(typed).problems;
  const take = (text: string) => {
    setTyped(text);
    const { talk } = readTalkFile(text);
    if (talk !== null) editor.take(talk);
  };
  const at = Math.max(
    0,
    (typed ?? state.file)
      .split("\n")
      .slice(0, line)
      .filter((text) => text.startsWith("## ")).length - 1,
  );
  const scene = state.draft.scenes[at];
  return (
    <details className="talk-scene__more">
      <summary>The talk as text</summary>
      <TextEditor
        label="The file of the talk"
        text={typed ?? state.file}
        problems={problems}
        onText={take}
        onLine={setLine}
        onBlur={() => {
          if (problems.length === 0) setTyped(null);
        }}
      />
      {problems.length > 0 && (
        <p className="class__note">The talk and its link do not change until all problems are corrected.</p>
      )}
      {scene !== undefined && (
        <section className="class__preview" aria-label="The scene at the cursor">
          <h2 lang={state.draft.lang}>
            <SymbolText text={scene.sentence} />
          </h2>
          <p className="class__note">{`Scene ${at + 1}: ${sceneSummary(scene)}`}</p>
          <Notes markdown={scene.notes} lang={state.draft.lang} />
        </section>
      )}
    </details>
  );
}

function Result({ editor, state }: { readonly editor: TalkEditor; readonly state: TalkState }) {
  const bench = useBench();
  const fragment = editor.link();
  if (state.draft.scenes.length === 0)
    return (
      <p className="class__note">The link and the file appear here when the talk has at least one scene.</p>
    );
  if (fragment === null)
    return (
      <FaultList
        lines={state.faults.map(({ scene, message }) =>
          scene === 0 ? message : `Scene ${scene}: ${message}`,
        )}
      />
    );
  const link = `${window.location.href.split("#")[0]}#${fragment}`;
  const show = () => {
    bench.openFragment(fragment);
    bench.url.push();
  };
  return (
    <MadeLink what="talk" link={link} id={state.draft.id} file={() => state.file}>
      <Button look="main" onClick={show}>
        Present
      </Button>
    </MadeLink>
  );
}

interface SceneFormProps {
  readonly editor: TalkEditor;
  readonly scene: DraftScene;
  /** Number of the scene, from 1. */
  readonly number: number;
  /** The next scene; null after the last one. */
  readonly next: DraftScene | null;
}

/** One scene of the talk that is being written. */
function SceneForm({ editor, scene, number, next }: SceneFormProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="talk-scene" aria-label={`Scene ${number}`}>
      <SceneHead editor={editor} scene={scene} number={number} next={next} />
      <Field
        label="Sentence to show"
        value={scene.sentence}
        onValue={(sentence) => editor.edit(scene.key, { sentence })}
      />
      <p className="class__note">
        <SymbolText text={sceneSummary(scene)} />
      </p>
      <details
        className="talk-scene__more"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>Plots, controls, what is revealed, notes</summary>
        <ScenePlots editor={editor} scene={scene} />
        <SceneControls editor={editor} scene={scene} />
        <SceneSteps editor={editor} scene={scene} />
        <Lines
          label="Notes for the speaker (Markdown)"
          value={scene.notes}
          onLines={(lines) => editor.edit(scene.key, { notes: lines.join("\n") })}
        />
        {next !== null && isOpen && (
          <>
            <p className="class__note">
              <SymbolText text={`Next scene: ${next.sentence} (${sceneSummary(next)})`} />
            </p>
            <ScenePicture link={next.link} />
          </>
        )}
      </details>
    </section>
  );
}

function SceneHead({ editor, scene, number, next }: SceneFormProps) {
  const bench = useBench();
  const { key, link } = scene;
  const open = () => {
    bench.openFragment(link);
    bench.url.push();
  };
  const acts = [
    { word: "Open in the simulator", name: "Open in the simulator:", act: open },
    {
      word: "Record again",
      name: "Record again:",
      title: "Replace this scene by the current state of the simulator",
      act: () => editor.record(key),
    },
    {
      word: "Up",
      name: "Move up",
      refusal: number === 1 ? "This is the first scene" : null,
      act: () => editor.move(key, -1),
    },
    {
      word: "Down",
      name: "Move down",
      refusal: next === null ? "This is the last scene" : null,
      act: () => editor.move(key, 1),
    },
  ];
  return (
    <header className="talk-scene__head">
      <h2>{`Scene ${number}`}</h2>
      {acts.map(({ word, name, act, ...how }) => (
        <Button key={word} look="small" aria-label={`${name} scene ${number}`} onClick={act} {...how}>
          {word}
        </Button>
      ))}
      <IconButton icon="remove" label={`Remove scene ${number}`} onClick={() => editor.remove(key)} />
    </header>
  );
}

function ScenePlots({ editor, scene }: Pick<SceneFormProps, "editor" | "scene">) {
  const named = namesIn(scene.link, "plots");
  const shown = named.length > 0 ? named : USUAL_PLOTS;
  return (
    <fieldset className="talk-scene__plots">
      <legend>Plots: one or two</legend>
      {PLOT_PIECES.map(({ id, label }) => (
        <Check
          key={id}
          checked={shown.includes(id)}
          onCheck={() =>
            editor.edit(scene.key, { link: withNames(scene.link, "plots", toggled(shown, id, MOST_PLOTS)) })
          }
        >
          {label}
        </Check>
      ))}
    </fieldset>
  );
}

/** The controls below the plots as tick boxes; those among the bench's details are in a list that opens. */
function SceneControls({ editor, scene }: Pick<SceneFormProps, "editor" | "scene">) {
  const { key, link } = scene;
  const controls = useMemo(() => controlsOf(link), [link]);
  const named = namesIn(link, "touch");
  const box = ({ id, label }: SceneControl) => (
    <Check
      key={id}
      checked={named.includes(id)}
      onCheck={() => editor.edit(key, { link: withControl(link, id) })}
    >
      <SymbolText text={label} />
    </Check>
  );
  const isInDetails = ({ id, isDetail }: SceneControl) => isDetail && !named.includes(id);
  return (
    <fieldset className="talk-scene__plots">
      <legend>{`Controls below the plots: none, or up to ${MOST_CONTROLS}`}</legend>
      <div className="talk-scene__plots">{controls.filter((one) => !isInDetails(one)).map(box)}</div>
      <details className="talk-scene__more">
        <summary>More controls</summary>
        <div className="talk-scene__plots">{controls.filter(isInDetails).map(box)}</div>
      </details>
    </fieldset>
  );
}

/** The parts that are hidden at first as tick boxes, and the steps that reveal them. */
function SceneSteps({ editor, scene }: Pick<SceneFormProps, "editor" | "scene">) {
  const { key, link, theory, reveal } = scene;
  const hidden = reveal.flat();
  const parts = useMemo(() => partsToReveal({ link, theory }), [link, theory]);
  const edit = (next: DraftScene["reveal"]) => editor.edit(key, { reveal: next });
  return (
    <fieldset className="talk-scene__plots">
      <legend>Hidden at first, then revealed step by step</legend>
      {[...new Set([...parts, ...hidden])].map((part) => (
        <Check key={part} checked={hidden.includes(part)} onCheck={() => edit(withStep(reveal, part))}>
          {partLabel(part)}
        </Check>
      ))}
      {hidden.length > 1 && (
        <ol className="talk-scene__steps" aria-label="Steps">
          {reveal.map((step, at) => (
            <li key={step.join()}>
              <span>{`${at + 1}. ${step.map(partLabel).join(", ")}`}</span>
              {at > 0 && (
                <>
                  <Button look="small" onClick={() => edit(earlier(reveal, at))}>
                    Earlier
                  </Button>
                  <Button look="small" onClick={() => edit(together(reveal, at))}>
                    {`Together with step ${at}`}
                  </Button>
                </>
              )}
              {step.length > 1 && (
                <Button look="small" onClick={() => edit(apart(reveal, at))}>
                  One by one
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </fieldset>
  );
}

interface LinesProps {
  readonly label: string;
  readonly value: string;
  onLines(lines: readonly string[]): void;
}

/** A text field that keeps the text as typed and reads it when the user leaves the field. */
function Lines({ label, value, onLines }: LinesProps) {
  const id = useId();
  return (
    <span className="class-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        key={value}
        id={id}
        className="text-field class__words"
        rows={value.split("\n").length + (value.includes("\n") ? 1 : 0)}
        defaultValue={value}
        onBlur={(event) => onLines(event.currentTarget.value.split("\n"))}
      />
    </span>
  );
}
