/**
 * The page's whole state in one plain store. The store does not depend on React, so everything that acts on it can be
 * tested without a page.
 */

import type { LiveNews, PathState, RunOrigin, Scenario, Snapshot, StopKind } from "../../engine/index.ts";
import type { RecordedFigure } from "../../experiments/origin-differences.ts";
import { createStore, type Store } from "../shared/plain-store.ts";
import {
  BENCH,
  type Bounds,
  type Frame,
  type Guide,
  type Screen,
  type ScreenName,
  WHOLE_PAGE,
} from "./page-options.ts";
import type { Sliced } from "./slice.ts";

/** Progress of a run that takes a noticeable time. */
export interface RunProgress {
  /** The run on screen, or the pinned run that is simulated after it. */
  readonly of: "shown" | "pinned";
  readonly simulatedS: number;
  readonly endS: number;
  /** Estimated remaining time (s), from the pace so far; null before an estimate is possible. */
  readonly leftS: number | null;
}

export { createStore, type Store };

/**
 * The packets on the screen. This store is separate because it changes many times per second, and only the path's
 * drawing uses it.
 */
export type PathStateStore = Store<{ readonly pathState: PathState | null }>;

export type Mode = "whole" | "live";
export type StepKind = "event" | "rtt" | "signal";

interface RunStatus {
  /** The snapshot on screen and its scenario; both null until the first snapshot. */
  readonly snapshot: Snapshot | null;
  readonly scenario: Scenario | null;
  readonly running: boolean;
  /** Progress of the run; null while no run takes long enough to show progress. */
  readonly progress: RunProgress | null;
  /** True if the run on screen was stopped before its end and can be resumed. */
  readonly stopped: boolean;
  readonly error: string | null;
  /** Message shown after the watchdog has restarted the worker. */
  readonly restarted: string | null;
}

/** The run that is drawn in grey for comparison. Its snapshot is null until the run has been simulated. */
export interface Pinned {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot | null;
}

/** One undo step: the run, the settings that the controls showed, and the pinned run. */
export interface HistoryEntry {
  readonly scenario: Scenario;
  readonly settings: Scenario;
  readonly pinned: Pinned | null;
  /** The restrictions that applied in this state. */
  readonly touch: Frame["touch"];
  readonly bounds: Bounds | null;
  /** The time of a live run that was left for a different run (s). */
  readonly leftS?: number;
}

export interface Playback {
  readonly playing: boolean;
  /** Playback speed: simulated seconds per second. */
  readonly speed: number;
  readonly step: StepKind;
  /** The kind of event at which a live run pauses; null for no pause. */
  readonly stopAt: StopKind | null;
  /** The last step of a live run, or the event at which it paused. */
  readonly news: LiveNews | null;
  /** Time of the playhead in s. During playback it lags slightly; the player has the exact value. */
  readonly playheadS: number;
}

/** The flows that a user has chosen. The choice applies to runs with the same number of flows. */
export interface ChosenFlows {
  readonly of: number;
  readonly flows: readonly number[];
}

/** The origin that a URL states for its run. It applies while the scenario is that of the URL. */
export interface Made {
  readonly by: RunOrigin;
  readonly scenario: Scenario;
  /** The fragment of the URL as opened. The version that made the URL reads it with that version's defaults. */
  readonly fragment: string;
  /** The figures of a hand-in. A URL has them in its origin. */
  readonly recorded?: readonly RecordedFigure[];
}

interface View {
  /** Time range of the plots in s; null shows the whole run. */
  readonly zoom: readonly [number, number] | null;
  /** True from the opening of a run until the page has chosen the time range in which its teeth can be seen. */
  readonly isOpening: boolean;
  readonly cursorS: number | null;
  /** True if vertical axes show the whole range, including the slow-start peak. */
  readonly wholeRange: boolean;
  /** True if the cwnd plot also draws the sender's internal values in segments: W_max, the curve. */
  readonly inner: boolean;
  /** The flows that Jain's index is computed for, if the user has chosen them. */
  readonly chosenFlows: ChosenFlows | null;
  /** Index of the highlighted flow in the plots, counted over all groups. */
  readonly highlightFlow: number | null;
  /** True if the lines of theory are drawn over the plots. */
  readonly theory: boolean;
}

export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** Additional remarks that are not errors. */
  readonly also?: readonly string[];
  /** A URL worth copying: the corrected URL. */
  readonly link: string | null;
  /** A recorded capacity whose file the URL needs: the trace's name and the URL's fragment. */
  readonly needs?: { readonly trace: string; readonly fragment: string };
  /** True for a notice about the URL that was opened. The next URL removes it. */
  readonly isOfLink?: boolean;
  /** A dialog that the notice offers to open. */
  readonly dialog?: { readonly name: string; readonly label: string };
  /** Screens that the URL may have meant. */
  readonly open?: readonly ScreenName[];
}

export interface AppState extends Sliced {
  readonly screen: Screen;
  /** The run: the scenario that the URL states and the simulator receives. */
  readonly scenario: Scenario;
  /** The values that the controls show: the scenario, or in live mode the settings in force at the current simulated time. */
  readonly settings: Scenario;
  readonly run: RunStatus;
  readonly pinned: Pinned | null;
  /** True after the user unpinned a run or opened a preset. Then no run is pinned automatically. */
  readonly unpinned: boolean;
  readonly past: readonly HistoryEntry[];
  readonly future: readonly HistoryEntry[];
  /** The state before the change in progress (a drag); null between changes. */
  readonly changing: HistoryEntry | null;
  /** Number of finished changes. The URL and the announcement follow it. */
  readonly commits: number;
  readonly mode: Mode;
  readonly playback: Playback;
  readonly view: View;
  /** The origin stated by the opened URL; null if the URL states none. */
  readonly made: Made | null;
  /**
   * Id of the link that plots and numbers of "the queue" are about. If the id is null or no such link exists, the
   * path's first link is used.
   */
  readonly watch: string | null;
  /** The open guide; null if there is none. */
  readonly guide: Guide | null;
  readonly frame: Frame;
  /** The guide's bounds on changes; null if everything may be changed. */
  readonly bounds: Bounds | null;
  /** The latest values that features report to an embedding page, by name. */
  readonly reported: Readonly<Record<string, object | null>>;
  readonly notices: readonly Notice[];
  /** True once the user has moved a control. Until then, the first control is highlighted. */
  readonly touched: boolean;
  readonly singleKeys: boolean;
  /** Name of the open dialog. */
  readonly dialog: string | null;
  /** The subject of the open dialog, such as an algorithm; its type belongs to the dialog's feature. Null if it has none. */
  readonly subject: unknown;
  readonly theme: "system" | "light" | "dark" | "contrast";
  /** The latest sentence for the live region. */
  readonly announcement: string;
}

/** Playback speeds of the keys 1 to 8: from slow motion of single packets to 100 times real time. */
export const SPEEDS: readonly number[] = [0.01, 0.05, 0.25, 1, 4, 10, 30, 100];

const START_SPEED = 0.25;
/** Initial position of the playhead as a fraction of the run: after slow start in all usual runs. */
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
      isOpening: false,
      cursorS: null,
      wholeRange: false,
      inner: false,
      chosenFlows: null,
      highlightFlow: null,
      theory: false,
    },
    made: null,
    watch: null,
    guide: null,
    frame: WHOLE_PAGE,
    bounds: null,
    reported: {},
    notices: [],
    touched: false,
    singleKeys: true,
    dialog: null,
    subject: null,
    theme: "system",
    announcement: "",
    slices: {},
  };
}
