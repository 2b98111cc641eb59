/** The bench without its user interface: the store and all objects that act on it, connected. */

import {
  declaredParams,
  defaultScenario,
  getParam,
  NO_PROGRAMS,
  nearestNames,
  type ParamValue,
  type PathState,
  type Place,
  type Preset,
  type ProgramReader,
  type Question,
  type Scenario,
  setParam,
  shown,
} from "../../engine/index.ts";
import { toggleFullScreen } from "../shared/full-screen.ts";
import type { Action } from "./action.ts";
import { Announcer, type Consequence } from "./announcer.ts";
import { Device, type Stored } from "./device.ts";
import { Edits, mayZoom, openingOf } from "./edits.ts";
import { type CodePlace, type Consent, listingReader } from "./link-programs.ts";
import { LiveMode } from "./live-mode.ts";
import {
  BENCH,
  BENCH_SCREEN,
  LINK_THEMES,
  type Screen,
  type ScreenName,
  screenOf,
  WHOLE_PAGE,
} from "./page-options.ts";
import { Player } from "./playback.ts";
import {
  fragmentToState,
  type KnownNames,
  type LinkContent,
  noticesOf,
  type Reading,
} from "./read-fragment.ts";
import { type Clock, RunScheduler, type Simulator } from "./run-scheduler.ts";
import { type LinkPart, type LinkValues, readParts, type Slice, withSlice } from "./slice.ts";
import {
  type AppState,
  createStore,
  initialState,
  type Made,
  type Notice,
  type PathStateStore,
  type Store,
} from "./store.ts";
import { type Address, UrlSync } from "./url-sync.ts";

/** Id of a notice that opening the next URL replaces. */
const OF_LINKS = ["link", "old-link"];
const UNKNOWN_SCREEN = "unknown-screen";

/** Returns the notice for an unknown screen name in a URL. It offers the most similar screens, or all of them. */
function unknownScreen(
  name: string,
  screens: readonly ScreenName[],
): Pick<Notice, "title" | "lines" | "open"> {
  const all = screens.map(({ id }) => id);
  const near = nearestNames(name, all);
  const ids = near.length > 0 ? near : all;
  const suggestion = near.length > 0 ? ` "${near.join('" or "')}"?` : "";
  return {
    title: `No screen is called "${shown(name)}".${suggestion}`,
    lines: ["The simulator is shown instead."],
    open: screens.filter(({ id }) => ids.includes(id) && id !== "bench"),
  };
}

/** Requests that any part of the page makes and a feature fulfils. Without that feature the page does not offer them. */
export interface Requests {
  /** Explains an event, a packet, a number or a stretch of the run. */
  explain?(bench: Bench, question: Question): void;
  /** Opens the program at a place of the run, to be read and changed; null shows the controls again. */
  editProgram?(bench: Bench, place: CodePlace | null): void;
  /** Returns whether a program is open instead of the controls. */
  isEditing?(state: AppState): boolean;
  /** Closes the explanation, or a list of events. Returns false if there is none. */
  leaveExplanation?(bench: Bench): boolean;
  /** Returns whether an explanation is open. It belongs to a part of the run, which then stays in view. */
  isExplaining?(state: AppState): boolean;
}

/** The parts of the features that the core uses. */
export interface PageContent extends LinkContent {
  /** All screens, in the order of the navigation. */
  readonly screens: readonly ScreenName[];
  readonly actions: readonly Action<Bench>[];
  readonly links: readonly LinkPart<Bench>[];
  readonly requests: Requests;
  readonly reports: readonly Report[];
  /** Makes the object that asks the user before programs run. Without it, no program of a URL or a file runs. */
  consent?(bench: Bench): Consent;
}

/** A kind of values that a feature reports to an embedding page. */
export interface Report {
  readonly name: string;
  /** True if a page that subscribes to no particular events receives the value too. */
  readonly isUsual: boolean;
}

/** The consent of a page without custom programs. */
function noConsent(bench: Bench): Consent {
  return {
    isGiven: (packed) => packed.length === 0,
    mayRun: (packed) => packed.length === 0,
    ask: (_, answered) => answered(false),
    give: () => undefined,
    open(packed, open, from = "link") {
      if (packed.length === 0) open();
      else
        bench.notice({
          id: "link",
          title: `This page cannot run the program in this ${from}.`,
          lines: [],
          link: null,
        });
    },
  };
}

export const BARE_PAGE: PageContent = {
  screens: [BENCH_SCREEN],
  actions: [],
  links: [],
  guides: [],
  requests: {},
  reports: [],
};

export const THEME: Stored<AppState["theme"]> = {
  key: "theme",
  what: "the choice of colours",
  none: "system",
  read: (text) => LINK_THEMES.find((one) => one === text) ?? "system",
  write: (theme) => theme,
};

export const SINGLE_KEYS: Stored<boolean> = {
  key: "single-keys",
  what: "the choice of keys",
  none: true,
  read: (text) => text !== "off",
  write: (on) => (on ? "on" : "off"),
};

export class Bench {
  /** An embedded page stores nothing: in a frame, any access to the storage may throw. */
  readonly device = new Device(() => !this.store.get().frame.embed);
  readonly store: Store<AppState>;
  readonly pathStates: PathStateStore;
  readonly edits: Edits;
  readonly player: Player;
  readonly live: LiveMode;
  readonly scheduler: RunScheduler;
  readonly url: UrlSync;
  readonly announcer: Announcer;
  readonly consent: Consent;
  readonly simulator: Simulator;
  readonly #known: KnownNames;
  readonly #address: Address;

  readonly page: PageContent;

  /** `consequence` describes the effect of a finished change. */
  constructor(
    simulator: Simulator,
    address: Address,
    clock: Clock,
    consequence: Consequence = () => "",
    known: KnownNames = { pieces: [], optionalPlots: [] },
    page: PageContent = BARE_PAGE,
  ) {
    this.#known = known;
    this.page = page;
    this.store = createStore(initialState(defaultScenario()));
    this.pathStates = createStore<{ pathState: PathState | null }>({ pathState: null });
    this.simulator = simulator;
    this.#address = address;
    this.live = new LiveMode(this.store, simulator, this.pathStates, clock);
    this.edits = new Edits(
      this.store,
      () => this.live.port(),
      (packed, open) => this.consent.open(packed, open, this.store.get().guide?.kind),
      (values) => this.#openParts(values),
    );
    this.player = new Player(this.store, this.pathStates, simulator, this.live, clock);
    this.scheduler = new RunScheduler(this.store, simulator, clock);
    this.announcer = new Announcer(this.store, consequence);
    this.consent = (page.consent ?? noConsent)(this);
    this.url = new UrlSync(this.store, address, (fragment) => this.openFragment(fragment), page.links);
  }

  /**
   * Starts the bench. `playing` states whether the animation of the path runs from the start (false if the user
   * prefers reduced motion).
   */
  start(playing: boolean): void {
    this.store.set(({ playback }) => ({ playback: { ...playback, playing } }));
    const behind = this.url.benchBehind();
    if (behind !== null) this.openFragment(behind);
    this.openFragment(this.#address.location.hash.replace(/^#/, ""));
    this.#readPreferences();
    this.device.start();
    this.url.start();
    this.live.start();
    this.scheduler.start();
    this.player.start();
    this.announcer.start();
  }

  /** Reads custom programs. Until their parser is loaded, texts with programs are refused. */
  programReader: ProgramReader = NO_PROGRAMS;

  /** Loads the parser of custom programs. Afterwards URLs and settings with programs can be read. */
  async loadProgramReader(): Promise<void> {
    const { PROGRAM_READER } = await import("../../teaching/document/file-programs.ts");
    this.programReader = PROGRAM_READER;
  }

  /**
   * Reads a text that may contain custom programs, such as a URL, and calls `then` with the result and the packed programs. The
   * reader of programs is loaded first if the text contains one.
   */
  readText<T>(read: (reader: ProgramReader) => T, then: (value: T, packed: readonly string[]) => void): void {
    const isLoaded = this.programReader !== NO_PROGRAMS;
    const reader = listingReader(this.programReader);
    try {
      const value = read(reader);
      if (isLoaded || reader.found.size === 0) {
        then(value, [...reader.found]);
        return;
      }
    } catch (error) {
      // Without the reader, a text with a program cannot be read.
      if (isLoaded || reader.found.size === 0) throw error;
    }
    this.loadProgramReader().then(
      () => this.readText(read, then),
      () => this.readerNotLoaded(),
    );
  }

  readerNotLoaded(): void {
    this.notice({
      id: "program-reader",
      title: "The program reader could not be loaded. Reload the page when the network is back.",
      lines: [],
      link: null,
      isOfLink: true,
    });
  }

  /** Number of requests to open a URL. Only the newest request is carried out. */
  #openings = 0;

  openFragment(text: string): void {
    this.#openings++;
    const { unknown, ...screen } = screenOf(text, this.page.screens);
    if (screen.id === "bench") this.#openBench(screen.text);
    else this.store.set({ screen });
    if (unknown === undefined) this.dismissNotice(UNKNOWN_SCREEN);
    else this.notice({ id: UNKNOWN_SCREEN, ...unknownScreen(unknown, this.page.screens), link: null });
  }

  #openBench(fragment: string): void {
    if (fragment === "") {
      this.#show({
        opening: openingOf(defaultScenario()),
        guide: null,
        frame: WHOLE_PAGE,
      });
      return;
    }
    const read = (reader: ProgramReader) => fragmentToState(fragment, this.#known, this.page, reader);
    const isNewest = this.#newestOpening();
    this.readText(read, (reading, packed) => {
      if (!isNewest()) return;
      const { madeBy } = reading;
      const show = () =>
        this.#show(reading, madeBy && { by: madeBy, fragment }, (link) => noticesOf(reading, link));
      this.consent.open(packed, show);
    });
  }

  #newestOpening(): () => boolean {
    const opening = ++this.#openings;
    return () => opening === this.#openings;
  }

  #show(
    { opening, guide, frame }: Pick<Reading, "opening" | "guide" | "frame">,
    madeBy: Pick<Made, "by" | "fragment"> | null = null,
    noticesOf: (link: string) => Notice[] = () => [],
  ): void {
    const { scenario, pinned, mode, watch, playheadS, values } = opening;
    const made = madeBy && { ...madeBy, scenario };
    const linked = {
      scenario,
      made,
      pinned: pinned && { scenario: pinned, snapshot: null },
      mode,
      watch,
      guide,
      frame,
    };
    const link = this.url.linkOf({
      ...linked,
      added: [...values].map(([part, value]) => part.write(value)),
    });
    const linkNotices = noticesOf(link);
    const before = this.store.get();
    if (linkNotices.length === 0) {
      const isShown = link === this.url.benchLink(before.frame);
      // When the user returns from a different screen, the bench keeps its state and its undo history.
      if (before.screen.id !== "bench" && isShown) {
        this.store.set({ screen: BENCH });
        return;
      }
      // The same holds for a URL that differs only in what features show over the run, such as a question.
      const isSameRun = this.url.linkOf(linked) === this.url.linkOf(before);
      if (before.screen.id === "bench" && !isShown && isSameRun && mode !== "live" && playheadS === null) {
        this.#openParts(values);
        return;
      }
    }
    const fresh = initialState(scenario);
    const wasLive = this.live.port() !== null;
    this.store.set(({ playback, notices }) => ({
      screen: BENCH,
      scenario,
      settings: scenario,
      pinned: pinned && { scenario: pinned, snapshot: null },
      unpinned: false,
      mode,
      made,
      watch,
      guide,
      frame,
      bounds: null,
      ...(frame.theme !== null && { theme: frame.theme }),
      past: [],
      future: [],
      changing: null,
      view: { ...fresh.view, isOpening: mayZoom({ guide, frame }, opening) },
      playback: {
        ...playback,
        // A URL with a time shows that time, so playback stays paused.
        playing: playback.playing && playheadS === null,
        playheadS: playheadS ?? fresh.playback.playheadS,
      },
      notices: [
        ...notices.filter(({ id, isOfLink }) => isOfLink !== true && !OF_LINKS.includes(id)),
        ...linkNotices,
      ],
    }));
    if (wasLive) this.live.port()?.restart(scenario);
    this.#openParts(values);
  }

  /** Gives the features their values of a URL or a run that was opened. */
  #openParts(values: LinkValues): void {
    for (const part of this.page.links) part.open(this, values.get(part) ?? null);
  }

  /**
   * "push" adds a history entry, so that Back returns to the previous place. "replace" is for a change of how the same content
   * is shown.
   */
  showScreen(screen: Screen, how: "push" | "replace" = "push"): void {
    this.store.set({ screen });
    if (how === "push") this.url.push();
  }

  /**
   * Shows a run from a different screen on the bench, together with the run that it is compared with and the version that has
   * computed it before. Back returns to the other screen.
   */
  openRun(scenario: Scenario, pinned: Scenario | null = null, made?: Omit<Made, "scenario">): void {
    this.edits.open({ ...openingOf(scenario), pinned }, () => {
      if (made !== undefined) this.store.set((state) => ({ made: { ...made, scenario: state.scenario } }));
    });
    this.showScreen(BENCH);
  }

  openPreset(preset: Preset): void {
    const { mode } = this.store.get();
    const { scenario, trace } = preset;
    const values = readParts(this.page.links, trace === undefined ? {} : { trace }, { scenario, mode }, []);
    this.edits.open({ ...openingOf(scenario, mode), values });
    this.url.push();
  }

  setParam(place: Place, id: string, value: ParamValue): void {
    this.edits.edit(setParam(this.store.get().settings, place, id, value));
  }

  runAgain(): void {
    if (this.store.get().mode === "live") this.live.again();
    else this.scheduler.again();
  }

  /** Cancels the simulation in progress. Cancelling the pinned run also unpins it. */
  cancelRun(): void {
    if (this.store.get().run.progress?.of === "pinned") this.edits.unpin();
    this.scheduler.cancel();
  }

  nextSeed(): void {
    const place: Place = { scope: "run" };
    const { settings } = this.store.get();
    const param = declaredParams(settings, place).find(({ id }) => id === "seed");
    const seed = getParam(settings, place, "seed");
    if (param?.kind !== "number" || typeof seed !== "number") return;
    this.setParam(place, "seed", seed < param.max ? seed + 1 : param.min);
  }

  setMode(mode: AppState["mode"]): void {
    this.edits.commit();
    this.store.set({ mode });
  }

  watchLink(watch: string | null): void {
    this.store.set({ watch });
  }

  /** Opens a dialog; null closes it. `subject` is what the dialog is about. */
  showDialog(dialog: string | null, subject: unknown = null): void {
    this.store.set({ dialog, subject });
  }

  /** Changes the state of a feature. */
  setSlice<T extends object>(slice: Slice<T>, change: Partial<T>): void {
    this.store.set((state) => withSlice(state, slice, change));
  }

  /** Reports a value of a feature to an embedding page; null withdraws it. */
  report(name: string, value: object | null): void {
    this.store.set(({ reported }) => ({ reported: { ...reported, [name]: value } }));
  }

  /** Shows a notice. It replaces a notice with the same id. */
  notice(notice: Notice): void {
    this.dismissNotice(notice.id);
    this.store.set(({ notices }) => ({ notices: [...notices, notice] }));
    this.announcer.say(notice.title);
  }

  dismissNotice(id: string): void {
    this.store.set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
  }

  setSingleKeys(singleKeys: boolean): void {
    this.store.set({ singleKeys });
    this.device.write(SINGLE_KEYS, singleKeys);
  }

  /** Toggles full screen. If the browser refuses, a notice offers an alternative. */
  async fillScreen(): Promise<void> {
    const refusal = await toggleFullScreen();
    if (refusal !== null) this.notice({ id: "full-screen", title: refusal, lines: [], link: null });
  }

  /** Turns projector mode on or off. */
  present(present: boolean): void {
    this.store.set(({ frame }) => ({ frame: { ...frame, present } }));
  }

  setTheme(theme: AppState["theme"]): void {
    this.store.set({ theme });
    this.device.write(THEME, theme);
  }

  #readPreferences(): void {
    const { frame } = this.store.get();
    if (frame.embed) return;
    this.store.set({
      singleKeys: this.device.read(SINGLE_KEYS),
      theme: frame.theme ?? this.device.read(THEME),
    });
  }
}
