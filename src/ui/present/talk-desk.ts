/** The talk that is being written: scenes recorded from the bench, in an order, with sentences and notes. */
import type { DocumentProblem } from "../../teaching/document.ts";
import { packText } from "../../teaching/packed-text.ts";
import type { Talk } from "../../teaching/talk.ts";
import { type WrittenScene, type WrittenTalk, writeTalk } from "../../teaching/talk.ts";
import type { Bench } from "../state/bench.ts";
import { readPreference, writePreference } from "../state/preferences.ts";
import { createStore, type Store } from "../state/store.ts";
import { recordedScene } from "./record-scene.ts";
import { loadTalk, talkFromFile } from "./stored-talks.ts";

export interface DraftScene extends WrittenScene {
  /** Stays with the scene, whatever its place. */
  readonly key: number;
}

export interface TalkDraft extends Omit<WrittenTalk, "scenes"> {
  readonly scenes: readonly DraftScene[];
}

export interface DeskState {
  readonly draft: TalkDraft;
  /** The draft as its file. */
  readonly file: string;
  /** What is still wrong with the draft, with the number of its scene; 0: of the whole. */
  readonly faults: readonly { readonly scene: number; readonly message: string }[];
  /** Why what was to be opened could not be. */
  readonly openProblems: readonly DocumentProblem[];
}

const KEPT = "talk-draft";
const EMPTY: TalkDraft = { id: "talk", lang: "en", title: "A talk", opening: "", scenes: [] };

let lastKey = 0;

export class TalkDesk {
  readonly store: Store<DeskState>;
  readonly #bench: Bench;

  constructor(bench: Bench) {
    this.#bench = bench;
    const kept = readPreference(KEPT);
    const talk = kept === null ? null : talkFromFile(kept).talk;
    this.store = createStore(stateOf(talk === null ? EMPTY : draftOf(talk)));
  }

  write(draft: TalkDraft): void {
    const state = stateOf(draft);
    this.store.set(state);
    // What cannot be read back is kept as it was before; no scenes at all are a beginning.
    if (state.faults.length === 0 || draft.scenes.length === 0)
      writePreference(KEPT, draft.scenes.length === 0 ? "" : state.file);
  }

  /** What the bench shows, as the last scene. */
  add(sentence: string): void {
    const { draft } = this.store.get();
    const scene = { sentence, notes: "", reveal: [], holds: [], ...recordedScene(this.#bench.store.get()) };
    this.write({ ...draft, scenes: [...draft.scenes, { ...scene, key: ++lastKey }] });
  }

  edit(key: number, change: Partial<WrittenScene>): void {
    const { draft } = this.store.get();
    this.write({
      ...draft,
      scenes: draft.scenes.map((scene) => (scene.key === key ? { ...scene, ...change } : scene)),
    });
  }

  /** The scene shows from now on what the bench shows. What it reveals stays. */
  record(key: number): void {
    this.edit(key, recordedScene(this.#bench.store.get()));
  }

  remove(key: number): void {
    const { draft } = this.store.get();
    this.write({ ...draft, scenes: draft.scenes.filter((scene) => scene.key !== key) });
  }

  move(key: number, by: 1 | -1): void {
    const { draft } = this.store.get();
    const from = draft.scenes.findIndex((scene) => scene.key === key);
    const to = from + by;
    if (from < 0 || to < 0 || to >= draft.scenes.length) return;
    const scenes = [...draft.scenes];
    [scenes[from], scenes[to]] = [scenes[to], scenes[from]];
    this.write({ ...draft, scenes });
  }

  begin(): void {
    this.write(EMPTY);
  }

  /** A talk's file, its link, or the name of a stored one, to be written on. */
  async open(text: string): Promise<void> {
    const named = /(?:^|[#&])talk=([^&\s]+)/.exec(text)?.[1];
    const asFile = text.trimStart().startsWith("---");
    const { talk, problems } = asFile ? talkFromFile(text) : await loadTalk(named ?? text.trim());
    if (talk === null) this.store.set({ openProblems: problems });
    else this.write(draftOf(talk));
  }

  /** What a link says after "#" to show the talk; null while something is wrong with it. */
  link(step = 1): string | null {
    const { file, faults } = this.store.get();
    if (faults.length > 0) return null;
    return `talk=${packText(file)}${step > 1 ? `&guide-step=${step}` : ""}&present=1`;
  }
}

function draftOf({ scenes, ...talk }: Talk): TalkDraft {
  return { ...talk, scenes: scenes.map((scene) => ({ ...scene, key: ++lastKey })) };
}

function stateOf(draft: TalkDraft): DeskState {
  const named = { ...draft, id: idOf(draft.title) };
  const file = writeTalk(named);
  const lines = file.split("\n");
  const sceneAt = (line: number) => lines.slice(0, line).filter((text) => text.startsWith("## ")).length;
  const faults = talkFromFile(file).problems.map(({ line, message }) => ({ scene: sceneAt(line), message }));
  return { draft: named, file, faults, openProblems: [] };
}

const LONGEST_ID = 60;

/** The title as a name: what is no letter of the alphabet or digit becomes a hyphen. */
function idOf(title: string): string {
  const name = title
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, LONGEST_ID)
    .replace(/-+$/, "");
  return name === "" ? "talk" : name.toLowerCase();
}

const desks = new WeakMap<Bench, TalkDesk>();

/** One for the page: it outlives the screen. */
export function talkDeskOf(bench: Bench): TalkDesk {
  const known = desks.get(bench) ?? new TalkDesk(bench);
  desks.set(bench, known);
  return known;
}
