/** The talk that is being written: scenes recorded from the bench, in order, with sentences and notes. */

import * as v from "valibot";
import { scenarioFromUrl } from "../../../engine/index.ts";
import { packText } from "../../../lib/packed-text.ts";
import type { DocumentProblem } from "../../../teaching/document/document.ts";
import { PROGRAM_READER } from "../../../teaching/document/file-programs.ts";
import {
  LONGEST_SENTENCE,
  type Talk,
  type TalkReading,
  USUAL_PLOTS,
  type WrittenScene,
  type WrittenTalk,
  writeTalk,
} from "../../../teaching/document/talk.ts";
import type { Bench } from "../../core/bench.ts";
import type { Stored } from "../../core/device.ts";
import { WHOLE_PAGE } from "../../core/page-options.ts";
import { mainControl, railGroups } from "../../core/rail.ts";
import { runView } from "../../core/run-view.ts";
import { type AppState, createStore, type Store } from "../../core/store.ts";
import { asJson } from "../../core/stored-json.ts";
import { stateToFragment } from "../../core/url-sync.ts";
import { perBench } from "../../core/use-store.ts";
import { readTalkFile } from "../../parts/guide/guide-documents.ts";
import { PLOT_PIECES } from "../../parts/pieces.ts";
import { wordsOfRuns } from "../../parts/words/run-labels.ts";
import { differenceSentence, presentState } from "../../parts/words/run-sentences.ts";
import { TALKS } from "./talks.ts";

export interface DraftScene extends WrittenScene {
  /** Key that identifies the scene when it moves. */
  readonly key: number;
}

interface TalkDraft extends Omit<WrittenTalk, "scenes"> {
  readonly scenes: readonly DraftScene[];
}

export interface TalkState {
  readonly draft: TalkDraft;
  /** The draft as a talk file. */
  readonly file: string;
  /** Faults of the draft, with the number of the scene; 0 for the whole talk. */
  readonly faults: readonly { readonly scene: number; readonly message: string }[];
  /** Problems of a document that could not be opened. */
  readonly openProblems: readonly DocumentProblem[];
}

const TEXT = v.string();
/** A draft with faults, such as a scene without a sentence. A talk file could not be read back. */
const FAULTY = asJson(
  v.object({
    ...{ lang: TEXT, title: TEXT, opening: TEXT },
    scenes: v.array(
      v.object({
        ...{ sentence: TEXT, notes: TEXT, link: TEXT, theory: v.boolean(), peak: v.boolean() },
        zoom: v.nullable(v.tuple([v.number(), v.number()])),
        reveal: v.array(v.array(TEXT)),
        holds: v.array(TEXT),
      }),
    ),
    programs: v.array(v.object({ name: TEXT, code: TEXT })),
  }),
);

/** The draft as a talk file, or as JSON if it has faults; empty if nothing is written. */
export const TALK_DRAFT: Stored<string> = {
  key: "talk-draft",
  what: "the talk",
  none: "",
  isDraft: true,
  read(file) {
    if (file.startsWith("{")) return FAULTY.write(FAULTY.read(file));
    const { problems } = readTalkFile(file);
    if (problems.length > 0) throw new Error(problems[0].message);
    return file;
  },
  write: (file) => file,
};
const EMPTY: TalkDraft = { id: "talk", lang: "en", title: "A talk", opening: "", scenes: [], programs: [] };

let lastKey = 0;

export class TalkEditor {
  readonly store: Store<TalkState>;
  readonly #bench: Bench;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.store = createStore(stateOf(this.#kept()));
  }

  #kept(): TalkDraft {
    const text = this.#bench.device.read(TALK_DRAFT);
    if (text.startsWith("{")) return draftOf({ ...EMPTY, ...FAULTY.read(text) });
    const { talk } = readTalkFile(text);
    return talk === null ? EMPTY : draftOf(talk);
  }

  /** Reads the stored talk again, after another tab has changed it or the user has chosen to replace it. */
  takeKept(): void {
    this.store.set(stateOf(this.#kept()));
  }

  write(draft: TalkDraft): void {
    const state = stateOf(draft);
    this.store.set(state);
    const { scenes, lang, title, opening, programs } = draft;
    const isNew = scenes.length === 0 && lang === EMPTY.lang && title === EMPTY.title;
    const text =
      state.faults.length === 0 ? state.file : JSON.stringify({ lang, title, opening, scenes, programs });
    this.#bench.device.write(TALK_DRAFT, isNew ? "" : text);
  }

  /**
   * Adds the current content of the bench as the last scene. `seen`: plots or controls for the projector that differ
   * from the current ones.
   */
  add(sentence: string, seen: Partial<Pick<AppState["frame"], "plots" | "touch" | "hide">> = {}): void {
    const now = this.#bench.store.get();
    const recorded = recordedScene({ ...now, frame: { ...now.frame, ...seen } });
    const scene = { sentence, notes: "", reveal: [], holds: [], ...recorded, key: ++lastKey };
    this.#order((scenes) => [...scenes, scene]);
  }

  edit(key: number, change: Partial<WrittenScene>): void {
    this.#order((scenes) => scenes.map((scene) => (scene.key === key ? { ...scene, ...change } : scene)));
  }

  /** Records the current content of the bench into this scene. Its revealed steps stay. */
  record(key: number): void {
    this.edit(key, recordedScene(this.#bench.store.get()));
  }

  remove(key: number): void {
    this.#order((scenes) => scenes.filter((scene) => scene.key !== key));
  }

  move(key: number, by: 1 | -1): void {
    this.#order((scenes) => {
      const from = scenes.findIndex((scene) => scene.key === key);
      const to = from + by;
      if (from < 0 || scenes[to] === undefined) return scenes;
      return scenes.with(from, scenes[to]).with(to, scenes[from]);
    });
  }

  #order(change: (scenes: TalkDraft["scenes"]) => TalkDraft["scenes"]): void {
    const { draft } = this.store.get();
    this.write({ ...draft, scenes: change(draft.scenes) });
  }

  begin(): void {
    this.write(EMPTY);
  }

  /** Opens a talk for editing: its file, its URL, or the name of a stored talk. */
  async open(text: string): Promise<void> {
    const named = /(?:^|[#&])talk=([^&\s]+)/.exec(text)?.[1];
    const asFile = text.trimStart().startsWith("---");
    const { talk = null, problems }: Partial<TalkReading> & Pick<TalkReading, "problems"> = asFile
      ? readTalkFile(text)
      : await TALKS.open(named ?? text.trim());
    if (talk === null) this.store.set({ openProblems: problems });
    else this.take(talk);
  }

  take(talk: Talk): void {
    this.write(draftOf(talk));
  }

  /** Returns the part of the URL after "#" that shows the talk; null while the talk has a fault. */
  link(step = 1): string | null {
    const { file, faults } = this.store.get();
    if (faults.length > 0) return null;
    return `talk=${packText(file)}${step > 1 ? `&guide-step=${step}` : ""}&present=1`;
  }
}

function draftOf({ scenes, ...talk }: WrittenTalk): TalkDraft {
  return { ...talk, scenes: scenes.map((scene) => ({ ...scene, key: ++lastKey })) };
}

function stateOf(draft: TalkDraft): TalkState {
  const named = { ...draft, id: idOf(draft.title) };
  const file = writeTalk(named);
  const lines = file.split("\n");
  const sceneAt = (line: number) => lines.slice(0, line).filter((text) => text.startsWith("## ")).length;
  const faults = readTalkFile(file).problems.map(({ line, message }) => ({ scene: sceneAt(line), message }));
  return { draft: named, file, faults, openProblems: [] };
}

const LONGEST_ID = 60;

/** Returns the title as an id: characters other than Latin letters and digits become hyphens. */
function idOf(title: string): string {
  const name = title
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, LONGEST_ID)
    .replace(/-$/, "");
  return name === "" ? "talk" : name.toLowerCase();
}

export const talkEditorOf = perBench((bench) => new TalkEditor(bench));

type Recorded = Pick<WrittenScene, "link" | "theory" | "peak" | "zoom">;

/** Pieces of the page, in addition to the plots, that a scene can omit. */
export const OF_A_SCENE: readonly string[] = ["path", "transport"];

/**
 * Returns a scene of the current state: the run, the pinned run, the time, the projector's content, the allowed controls, and
 * the view of the plots.
 */
export function recordedScene(state: AppState): Recorded {
  const { view, playback } = state;
  const { plots, present } = state.frame;
  // A projector shows the run's first control although the URL does not name it.
  const main = present && state.guide?.kind !== "talk" ? mainControl(state.settings) : null;
  const touch = state.frame.touch ?? (main && [main.param.id]);
  const hide = state.frame.hide.filter((piece) => OF_A_SCENE.includes(piece));
  const frame = { ...WHOLE_PAGE, plots, touch, hide };
  const zoom = view.zoom && ([hundredths(view.zoom[0]), hundredths(view.zoom[1])] as const);
  return {
    link: stateToFragment({ ...state, guide: null, frame }, hundredths(playback.playheadS)),
    theory: view.theory,
    peak: view.wholeRange,
    zoom,
  };
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

/** Returns the URL with other plots or controls. An empty list means the defaults. */
export function withNames(link: string, key: "plots" | "touch", names: readonly string[]): string {
  const others = link.split("&").filter((part) => !part.startsWith(`${key}=`));
  return [...others, ...(names.length > 0 ? [`${key}=${names.join(",")}`] : [])].join("&");
}

/** Returns the names in a URL. */
export function namesIn(link: string, key: "plots" | "touch"): string[] {
  const part = link.split("&").find((one) => one.startsWith(`${key}=`));
  return part === undefined ? [] : namesOf(part.slice(key.length + 1));
}

/** Splits a text at commas. */
export function namesOf(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

const UNKNOWN = "What does this scene show?";

type Reveal = WrittenScene["reveal"];

/** Returns the steps without the part, or with a last step that reveals it. */
export function withStep(reveal: Reveal, part: string): Reveal {
  if (!reveal.flat().includes(part)) return [...reveal, [part]];
  return reveal.map((parts) => parts.filter((one) => one !== part)).filter((parts) => parts.length > 0);
}

/** Returns the steps with one of them exchanged with the previous one. */
export function earlier(reveal: Reveal, step: number): Reveal {
  return reveal.with(step - 1, reveal[step]).with(step, reveal[step - 1]);
}

/** Returns the steps with the parts of one of them revealed together with the previous ones. */
export function together(reveal: Reveal, step: number): Reveal {
  return reveal.toSpliced(step - 1, 2, [...reveal[step - 1], ...reveal[step]]);
}

/** Returns the steps with each part of one of them revealed in a step of its own. */
export function apart(reveal: Reveal, step: number): Reveal {
  return reveal.toSpliced(step, 1, ...reveal[step].map((part) => [part]));
}

const PART_LABELS: Readonly<Record<string, string>> = {
  sentence: "Sentence",
  result: "Result",
  path: "Drawn path",
  pinned: "Pinned run",
  theory: "Theory",
  ...Object.fromEntries(PLOT_PIECES.map(({ id, label }) => [id, label])),
};

/** Returns the name of a part of a scene for people: "Queue delay", "Flow 2". */
export function partLabel(part: string): string {
  return PART_LABELS[part] ?? part.replace(/^flow /, "Flow ");
}

export interface SceneControl {
  readonly id: string;
  readonly label: string;
  /** True for a control of the bench's details, of TCP or of the run. */
  readonly isDetail: boolean;
}

/** Returns the controls that a scene can offer below its plots, and those that it names. */
export function controlsOf(link: string): SceneControl[] {
  const { scenario } = scenarioFromUrl(link, PROGRAM_READER);
  const { sender, path, queue, tcp, run } = railGroups(scenario);
  const main = [...sender, ...path, ...queue];
  const found = [...main, ...tcp, ...run].map(({ param }, at): SceneControl => {
    const isDetail = param.detail === true || at >= main.length;
    return { id: param.id, label: param.symbol ?? param.label, isDetail };
  });
  const algorithms = [
    { id: "cc", label: "Congestion control", isDetail: false },
    { id: "aqm", label: "Queue", isDetail: false },
  ];
  const known = [...algorithms, ...found].filter(
    ({ id }, at, all) => all.findIndex((one) => one.id === id) === at,
  );
  const others = namesIn(link, "touch").filter((name) => known.every(({ id }) => id !== name));
  return [...known, ...others.map((id) => ({ id, label: id, isDetail: false }))];
}

/** Maximum number of controls below the plots. More controls could not be read from the last row. */
export const MOST_CONTROLS = 2;

/** Returns the link with the control added or removed. Beyond the maximum, the one added first is removed. */
export function withControl(link: string, id: string): string {
  const names = namesIn(link, "touch");
  const next = names.includes(id)
    ? names.filter((name) => name !== id)
    : [...names, id].slice(-MOST_CONTROLS);
  return withNames(link, "touch", next);
}

/** Describes a scene in a line: "cwnd, Queue delay. Control: β_ecn. Revealed: Queue delay; Result." */
export function sceneSummary({ link, reveal }: Pick<DraftScene, "link" | "reveal">): string {
  const named = namesIn(link, "plots");
  const plots = (named.length > 0 ? named : USUAL_PLOTS).map(partLabel);
  const touch = namesIn(link, "touch");
  const controls = controlsOf(link).filter(({ id }) => touch.includes(id));
  const later = reveal.map((parts) => parts.map(partLabel).join(", ")).join("; ");
  const control = controls.map(({ label }) => label).join(", ");
  return [
    `${plots.join(", ")}.`,
    ...(control === "" ? [] : [`${controls.length === 1 ? "Control" : "Controls"}: ${control}.`]),
    ...(later === "" ? [] : [`Revealed: ${later}.`]),
  ].join(" ");
}

/** Returns the initial sentence of a new scene: the page's own sentence about the run. The author can improve it. */
export function sentenceNow({ run, pinned, watch }: AppState): string {
  if (run.scenario === null) return UNKNOWN;
  const names = wordsOfRuns(pinned?.scenario ?? null, run.scenario);
  const now = runView(run, names.now, watch, names.words);
  if (now === null) return UNKNOWN;
  const before = pinned && runView(pinned, names.pinned, watch);
  const difference = before === null ? [] : differenceSentence(now, before);
  const parts = difference.length > 0 ? difference : presentState(now);
  return parts
    .map(({ text }) => text)
    .join("")
    .slice(0, LONGEST_SENTENCE);
}
