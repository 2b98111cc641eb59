/** The page's whole state in one vanilla store: no React here, so that everything that acts on it can be tested bare. */

import type {
  LiveNews,
  Picture,
  Question,
  RunOrigin,
  Scenario,
  Snapshot,
  StopKind,
  Story,
} from "../../engine/index.ts";
import type { TaskResult } from "../../teaching/check.ts";
import type { EvidenceKind } from "../../teaching/questions.ts";
import { createStore, type Store } from "../shared/store.ts";
import type { Card } from "./card.ts";
import type { CodePlace } from "./code-place.ts";
import {
  BENCH,
  type Bounds,
  type Frame,
  type Guide,
  type SCREENS,
  type Screen,
  WHOLE_PAGE,
} from "./page-options.ts";
import type { RunProgress } from "./run-scheduler.ts";

export { createStore, type Store };

/**
 * The packets on screen. Beside the page's state: they move many times a second, and only the drawn path asks for them.
 */
export type PictureStore = Store<{ readonly picture: Picture | null }>;

export type Mode = "whole" | "live";
export type StepKind = "event" | "rtt" | "signal";

interface RunStatus {
  /** What is on screen now, and the scenario it belongs to; both null until the first snapshot. */
  readonly snapshot: Snapshot | null;
  readonly scenario: Scenario | null;
  readonly running: boolean;
  /** Null while no run takes so long that it has to be told. */
  readonly progress: RunProgress | null;
  /** Whether the run on screen was stopped before its end, and can go on. */
  readonly stopped: boolean;
  readonly error: string | null;
  /** Said when the watchdog had to restart the worker. */
  readonly restarted: string | null;
}

/** The run that stays behind in grey. Its snapshot is null until it has been simulated. */
export interface Pinned {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot | null;
}

/** One step of undo: what the run was, what the controls showed, and what it was compared with. */
export interface HistoryEntry {
  readonly scenario: Scenario;
  readonly settings: Scenario;
  readonly pinned: Pinned | null;
  /** By whom and by what the run could be changed then. */
  readonly touch: Frame["touch"];
  readonly bounds: Bounds | null;
  /** Of a live run that was left for another one: the time at which it stood. */
  readonly leftS?: number;
}

export interface Playback {
  readonly playing: boolean;
  /** Simulated seconds per second. */
  readonly speed: number;
  readonly step: StepKind;
  /** Where a live run pauses by itself; null: nowhere. */
  readonly stopAt: StopKind | null;
  /** What the last step of a live run was, or what it has stopped at. */
  readonly news: LiveNews | null;
  /** While it plays, as of a moment ago: the player knows it to the picture. */
  readonly playheadS: number;
}

/** A choice holds for runs of as many flows. */
export interface ChosenFlows {
  readonly of: number;
  readonly flows: readonly number[];
}

/** What a link says of the run that it was shared with. It holds as long as the scenario is the link's. */
export interface Made {
  readonly by: RunOrigin;
  readonly scenario: Scenario;
  /** The link as it was opened: the version that made it reads it so, with the defaults of then. */
  readonly fragment: string;
}

interface View {
  /** Time range of the plots in s; null shows the whole run. */
  readonly zoom: readonly [number, number] | null;
  readonly cursorS: number | null;
  /** Whether vertical axes show everything, slow-start peak included. */
  readonly wholeRange: boolean;
  /** Whether the cwnd plot also draws what the sender itself counts in segments: W_max, the curve. */
  readonly inner: boolean;
  /** The flows that Jain's index is of, where a person has chosen them. */
  readonly chosenFlows: ChosenFlows | null;
  /** Index of the flow (groups expanded) that stands out in the plots. */
  readonly highlightFlow: number | null;
  /** Whether the lines of theory are drawn over the plots. */
  readonly theory: boolean;
}

/** "ready": fetched, and waits to be used; "in-use": another tab uses it already. */
type NewVersion = "ready" | "in-use";

export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** What was noticed too, although nothing is wrong with it. */
  readonly also?: readonly string[];
  /** A link worth copying: the corrected one. */
  readonly link: string | null;
  /** A recorded capacity whose file a link needs: its name, and the link's fragment. */
  readonly needs?: { readonly trace: string; readonly fragment: string };
  /** Offers to read a program that has not been run. */
  readonly readsProgram?: boolean;
  /** Screens that may have been meant. */
  readonly open?: readonly (typeof SCREENS)[number][];
}

/** What the run was asked, and what it answered. */
export interface Asked {
  readonly question: Question;
  /** While the answer is on its way the one before, if there was one. */
  readonly story: Story | null;
  /** Why there is no answer. */
  readonly error: string | null;
  readonly busy: boolean;
}

/** Its names stay. */
export interface TaskWork {
  readonly id: string;
  readonly digest: string;
  readonly tries: number;
  /** Questions without a full answer. */
  readonly unanswered: readonly string[];
  /** The student's run, as links say it. */
  readonly answer: string;
  /** As it would be handed in now; null while that cannot be. */
  readonly code: string | null;
}

/** A question of a task that is answered by pointing at something of a run. */
export interface WantedEvidence {
  readonly id: string;
  readonly prompt: string;
  readonly of: EvidenceKind;
}

export type DialogName =
  | "accessibility"
  | "licences"
  | "builder"
  | "card"
  | "dropped"
  | "flows"
  | "help"
  | "notes"
  | "picture"
  | "plot"
  | "presets"
  | "program"
  | "right"
  | "share";

export interface AppState {
  readonly screen: Screen;
  /** The run: what the URL says and the simulator is given. */
  readonly scenario: Scenario;
  /** What the controls show: the scenario, or in live mode what is in force at the present simulated time. */
  readonly settings: Scenario;
  readonly run: RunStatus;
  readonly pinned: Pinned | null;
  /** True after an unpin by hand or a preset: then nothing is pinned by itself until asked for. */
  readonly unpinned: boolean;
  readonly past: readonly HistoryEntry[];
  readonly future: readonly HistoryEntry[];
  /** The state before the change that is being dragged; null between changes. */
  readonly changing: HistoryEntry | null;
  /** Counts finished changes: the URL and the announcement follow it. */
  readonly commits: number;
  readonly mode: Mode;
  readonly playback: Playback;
  readonly view: View;
  /** Null where no link was opened that says it. */
  readonly made: Made | null;
  /** Name of the kernel trace laid over the run. */
  readonly trace: string | null;
  /** Id of the link that plots and numbers of "the queue" are about; null, or one that is gone: the path's first. */
  readonly watch: string | null;
  /** Who leads through the bench; null: nobody. */
  readonly guide: Guide | null;
  readonly frame: Frame;
  /** What the guide leaves to be changed; null: everything. */
  readonly bounds: Bounds | null;
  /** What came of the last try at a task; null before. */
  readonly taskResult: TaskResult | null;
  /** How far the work on a task has come, for the page around; null outside of one. */
  readonly taskWork: TaskWork | null;
  /** What the task asks to be pinned from a story. */
  readonly wantedEvidence: readonly WantedEvidence[];
  /** A version of the page that has come while this one is open; null: none. */
  readonly newVersion: NewVersion | null;
  readonly notices: readonly Notice[];
  /** Whether β_ecn (or any control) has been touched: the first one glows until then. */
  readonly touched: boolean;
  readonly singleKeys: boolean;
  readonly dialog: DialogName | null;
  /** What the dialog "card" is about; null until one was opened. */
  readonly card: Card | null;
  /** Null where nothing is asked. */
  readonly why: Asked | null;
  /** Whose program is open beside the plots; null: the controls are. */
  readonly code: CodePlace | null;
  /** Whether the list of all events is open. */
  readonly eventsListed: boolean;
  readonly theme: "system" | "light" | "dark" | "contrast";
  /** The latest sentence for the live region. */
  readonly announcement: string;
}

/** Speeds of keys 1 to 8: from packet-level slow motion to a hundred times real time. */
export const SPEEDS: readonly number[] = [0.01, 0.05, 0.25, 1, 4, 10, 30, 100];

const START_SPEED = 0.25;
/** Where the playhead rests at first: past slow start in any usual run. */
const START_FRACTION = 0.2;

export function durationOf(scenario: Scenario): number {
  const duration = scenario.run.duration;
  return typeof duration === "number" ? duration : 0;
}

export function restS(scenario: Scenario): number {
  return durationOf(scenario) * START_FRACTION;
}

export function initialState(scenario: Scenario): AppState {
  return {
    screen: BENCH,
    scenario,
    settings: scenario,
    run: {
      snapshot: null,
      scenario: null,
      running: false,
      progress: null,
      stopped: false,
      error: null,
      restarted: null,
    },
    pinned: null,
    unpinned: false,
    past: [],
    future: [],
    changing: null,
    commits: 0,
    mode: "whole",
    playback: {
      playing: false,
      speed: START_SPEED,
      step: "event",
      stopAt: null,
      news: null,
      playheadS: restS(scenario),
    },
    view: {
      zoom: null,
      cursorS: null,
      wholeRange: false,
      inner: false,
      chosenFlows: null,
      highlightFlow: null,
      theory: false,
    },
    made: null,
    trace: null,
    watch: null,
    guide: null,
    frame: WHOLE_PAGE,
    bounds: null,
    taskResult: null,
    taskWork: null,
    wantedEvidence: [],
    newVersion: null,
    notices: [],
    touched: false,
    singleKeys: true,
    dialog: null,
    card: null,
    why: null,
    code: null,
    eventsListed: false,
    theme: "system",
    announcement: "",
  };
}
