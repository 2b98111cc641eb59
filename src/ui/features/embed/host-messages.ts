/**
 * The message interface for the page that embeds this one: requests, answers and subscribed events (docs/embedding.md). A
 * message may contain any data. An invalid one is answered with a sentence and never causes an exception.
 */
import {
  applySettings,
  canonicalText,
  type ParamValue,
  type Problem,
  type ProgramReader,
  type Scenario,
  type SettingText,
} from "../../../engine/index.ts";
import { measuredOf, readPlacedMetric, SWEPT_METRICS } from "../../../experiments/metrics.ts";
import type { Bench } from "../../core/bench.ts";
import { listingReader } from "../../core/link-programs.ts";
import { editAfterEnd } from "../../core/live-edits.ts";
import { LINK_THEMES } from "../../core/page-options.ts";
import { refusalOf, refusalToOpen } from "../../core/permission.ts";
import { railGroups, readAt } from "../../core/rail.ts";
import { fragmentToState } from "../../core/read-fragment.ts";
import { type AppState, durationOf } from "../../core/store.ts";
import { KNOWN_NAMES } from "../../parts/pieces.ts";

/** Version of the interface, sent in every message. */
export const SAWTOOTH = 1;

/** Events of the page itself. Features add the values that they report. */
const PAGE_EVENTS = [
  { name: "run", isUsual: true },
  { name: "settings", isUsual: true },
];

interface Subscription {
  readonly id: MessageId;
  readonly to: readonly string[];
  readonly metrics: readonly string[] | null;
}

type MessageId = string | number;

/** The embedding page, with its permissions and subscriptions. */
export interface Host {
  readonly origin: string;
  readonly subscriptions: Map<MessageId, Subscription>;
}

const MOST_SUBSCRIPTIONS = 16;
const MOST_NAMES = 100;
const MOST_SETTINGS = 100;
const LONGEST_NAME = 100;
const LONGEST_TEXT = 20_000;

type Data = Readonly<Record<string, unknown>>;

/** A refusal that is reported to the sender of a message; it is thrown and caught inside this file. */
class Refusal extends Error {
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = []) {
    super(message);
    this.problems = problems;
  }
}

function need(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Refusal(otherwise);
}

interface Asked {
  readonly bench: Bench;
  readonly host: Host;
  readonly id: MessageId;
  readonly data: Data;
}

/** Handlers by message type. Each returns the state for the answer; null if the answer contains no state. */
const ACTS: Readonly<Record<string, (asked: Asked) => StateMessage | null>> = {
  read: ({ bench, data }) => stateMessage(bench, readMetrics(bench, data)),
  set: (asked) => {
    set(asked);
    return stateMessage(asked.bench, []);
  },
  subscribe,
  unsubscribe,
};

type Reply =
  | { readonly ok: true; readonly state?: StateMessage }
  | { readonly ok: false; readonly error: string; readonly problems?: readonly string[] };

interface Answer {
  readonly id: MessageId | null;
  readonly reply: Reply;
}

/**
 * Answers a message; null if the message does not belong to this interface, because the embedding page may use other
 * messages too.
 */
export function answer(bench: Bench, host: Host, data: unknown): Answer | null {
  if (!isData(data) || data.sawtooth === undefined) return null;
  const id = isId(data.id) ? data.id : null;
  try {
    need(data.sawtooth === SAWTOOTH, `sawtooth must be ${SAWTOOTH}`);
    need(id !== null, `id must be a number, or a text of at most ${LONGEST_NAME} characters`);
    const isKnown = typeof data.type === "string" && Object.hasOwn(ACTS, data.type);
    need(isKnown, "type must be read, set, subscribe or unsubscribe");
    const state = ACTS[String(data.type)]({ bench, host, id, data });
    return { id, reply: state === null ? { ok: true } : { ok: true, state } };
  } catch (error) {
    const problems =
      error instanceof Refusal && error.problems.length > 0 ? { problems: error.problems } : {};
    const words = error instanceof Error ? error.message : "failed";
    return { id, reply: { ok: false, error: words, ...problems } };
  }
}

function isData(data: unknown): data is Data {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function isId(id: unknown): id is MessageId {
  return typeof id === "string" ? id.length <= LONGEST_NAME : typeof id === "number" && Number.isFinite(id);
}

type StateMessage = ReturnType<typeof stateMessage>;

/** Returns the state message, for an event or a request. `metrics`: null for all metrics of the run. */
function stateMessage(bench: Bench, metrics: readonly string[] | null) {
  const state = bench.store.get();
  const { snapshot, scenario } = state.run;
  /** URL that opens the whole page with this run. */
  const link = bench.url.benchLink();
  return {
    link,
    fragment: link.slice(link.indexOf("#") + 1),
    settings: settingsOf(state),
    run: {
      /** True if the results belong to the settings in the URL and cover the whole run. */
      complete: snapshot?.done === true && scenario === state.scenario,
      seed: Number(state.scenario.run.seed),
      /** Simulated time that the results cover and the run's length, in s. */
      reachesS: snapshot?.nowS ?? 0,
      durationS: durationOf(state.scenario),
      /** Digest of the results; null before the first result. */
      digest: snapshot?.digest ?? null,
    },
    metrics: measured(state, metrics ?? SWEPT_METRICS.map(({ id }) => id)),
  };
}

/**
 * Returns the settings that the user may change, as `set` takes them: texts with units; numbers without a unit and switches as
 * they are. Where flows differ, returns the value of the first flow that has the setting.
 */
function settingsOf({ scenario, frame: { touch } }: AppState): Readonly<Record<string, ParamValue>> {
  const { path, queue, flows } = scenario;
  const [{ cc, traffic }] = flows;
  const count = flows.reduce((sum, flow) => sum + flow.count, 0);
  const controls = Object.values(railGroups(scenario)).flat();
  const all = [
    ...Object.entries({ path: path.topology, aqm: queue.aqm, cc, traffic, flows: count }),
    ...controls.flatMap(({ place, param }): [string, ParamValue][] => {
      const value = readAt(scenario, place, param.id);
      if (value === undefined) return [];
      const text = canonicalText(param, value);
      return [[param.id, typeof value === "boolean" || text === String(value) ? value : text]];
    }),
  ];
  return Object.fromEntries(all.filter(([id]) => touch === null || touch.includes(id)));
}

function measured({ run: { snapshot, scenario } }: AppState, ids: readonly string[]) {
  const figures: Record<string, { readonly value: number | null; readonly unit: string }> = {};
  if (snapshot === null || scenario === null) return figures;
  for (const id of ids) {
    const placed = placedIn(id, scenario);
    if (typeof placed !== "string")
      figures[id] = { value: measuredOf(snapshot.results, placed), unit: placed.metric.unit };
  }
  return figures;
}

/** Returns the metric with its place, or why there is none. */
function placedIn(id: string, run: Scenario) {
  try {
    return readPlacedMetric(id, run, SWEPT_METRICS);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the named metrics; null for all metrics, if the message names none. */
function readMetrics(bench: Bench, { metrics }: Data): readonly string[] | null {
  if (metrics === undefined) return null;
  const { scenario } = bench.store.get();
  const isList = Array.isArray(metrics) && metrics.length <= MOST_NAMES;
  need(isList, `metrics must be a list of at most ${MOST_NAMES} names`);
  for (const id of metrics) {
    const placed = typeof id === "string" && id.length <= LONGEST_NAME ? placedIn(id, scenario) : "no text";
    if (typeof placed === "string") throw new Refusal(`metrics: ${placed}`);
  }
  return metrics;
}

function subscribe({ bench, host: { subscriptions }, id, data }: Asked): null {
  const events = [...PAGE_EVENTS, ...bench.page.reports];
  const names = events.map(({ name }) => name);
  const { to = events.filter(({ isUsual }) => isUsual).map(({ name }) => name) } = data;
  // The length is checked first, because a list with holes has up to 2^32 entries.
  const isList = Array.isArray(to) && to.length > 0 && to.length <= MOST_NAMES;
  const known = isList && [...to].every((one) => names.includes(one));
  need(known, `to must be a list of ${names.join(", ")}`);
  const hasRoom = subscriptions.has(id) || subscriptions.size < MOST_SUBSCRIPTIONS;
  need(hasRoom, `there are ${MOST_SUBSCRIPTIONS} subscriptions already`);
  const metrics = readMetrics(bench, data);
  subscriptions.set(id, { id, to: names.filter((one) => to.includes(one)), metrics });
  return null;
}

/** Ends a subscription; without a name, ends all subscriptions. */
function unsubscribe({ host: { subscriptions }, data: { subscription } }: Asked): null {
  if (subscription === undefined) subscriptions.clear();
  else {
    const isOne = isId(subscription) && subscriptions.delete(subscription);
    need(isOne, "subscription must be the id of a subscribe message");
  }
  return null;
}

/**
 * Returns whether the host has an origin. A page from a disk or in a sandbox has none: a URL cannot name it, and
 * answers cannot be addressed to it.
 */
const hasOrigin = (origin: string) => origin !== "null" && !origin.startsWith("file:");

const THEMES = ["system", ...LINK_THEMES] as const;

/** Applies all of the requested changes, or none and reports why. */
function set({ bench, host: { origin }, data: { settings, link, theme } }: Asked): void {
  const mayName = "only a page with an origin can make changes; a page from a disk or in a sandbox has none";
  need(hasOrigin(origin), mayName);
  const isNamed = bench.store.get().frame.host.includes(origin);
  need(isNamed, `to make changes, the link must name the embedding page: host=${origin}`);
  const isSomething = settings !== undefined || link !== undefined || theme !== undefined;
  need(isSomething, "set needs settings, link or theme");
  need(settings === undefined || link === undefined, "set takes settings or link, not both");
  const colours = THEMES.find((one) => one === theme);
  need(theme === undefined || colours !== undefined, `theme must be ${THEMES.join(", ")}`);
  const change = () => {
    if (settings !== undefined) lay(bench, settings);
    if (link !== undefined) open(bench, link);
    if (colours !== undefined) bench.setTheme(colours);
  };
  // Programs in a message need the same consent as programs in a URL.
  const read = (reader: ProgramReader) => {
    if (settings !== undefined) applySettings(bench.store.get().settings, settingsIn(settings), reader);
    if (isText(link)) fragmentToState(link, KNOWN_NAMES, bench.page, reader);
  };
  const own = listingReader(bench.programReader);
  read(own);
  if (bench.consent.isGiven([...own.found])) change();
  else {
    const from = "message of the embedding page";
    bench.readText(read, (_, packed) => bench.consent.open(packed, () => orNotice(bench, change), from));
    throw new Refusal("the user sees the program first: the change takes effect when the user presses Run");
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT;
}

/**
 * Makes a change that had to wait for consent. The host has already received its answer, so a refusal is shown to the
 * user as a notice.
 */
function orNotice(bench: Bench, change: () => void): void {
  try {
    change();
  } catch (error) {
    const title = `The embedding page requested a change that is not possible: ${error instanceof Error ? error.message : String(error)}.`;
    bench.notice({ id: "host-message", title, lines: [], link: null });
  }
}

function refuse(refusal: string | null): void {
  if (refusal !== null) throw new Refusal(refusal);
}

function lay(bench: Bench, settings: unknown): void {
  const state = bench.store.get();
  const { scenario, problems } = applySettings(state.settings, settingsIn(settings), bench.programReader);
  refuseWrong(problems);
  refuse(refusalOf(state, scenario));
  // After the end of a live run, a user is offered ways to continue. A host gets a refusal instead.
  const isLate = editAfterEnd({ ...state, settings: scenario }) !== null;
  const endS = durationOf(state.scenario);
  need(!isLate, `the live run ended at ${endS} s: set a link to start another`);
  refuse(bench.live.port()?.refusal(state.settings, scenario) ?? null);
  bench.edits.edit(scenario);
  // A change that the page could not make at this time is reported too.
  need(bench.store.get().settings !== state.settings, "nothing can be changed yet: try again");
}

function settingsIn(settings: unknown): SettingText[] {
  need(isData(settings), "settings must be names with their values");
  const lists = Object.entries(settings).map(([key, value]) => ({
    key,
    values: Array.isArray(value) ? value : [value],
  }));
  // The values are counted first, because the list of values may have any length.
  const count = lists.reduce((sum, { values }) => sum + values.length, 0);
  const isSome = count > 0 && count <= MOST_SETTINGS;
  need(isSome, `settings must be 1 to ${MOST_SETTINGS} names with their values`);
  return lists.flatMap(({ key, values }) => values.map((one) => ({ key, text: textOf(one) })));
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  const isOne = typeof value === "number" || (typeof value === "string" && value.length <= LONGEST_TEXT);
  need(isOne, "a setting's value must be a text, a number, or true or false");
  return String(value);
}

/**
 * Opens the run of a URL. The rest of the URL is ignored, because the display options are those that the host chose
 * for the frame.
 */
function open(bench: Bench, link: unknown): void {
  need(isText(link), `link must be a text of at most ${LONGEST_TEXT} characters`);
  refuse(refusalToOpen(bench.store.get()));
  const { opening, problems } = fragmentToState(link, KNOWN_NAMES, bench.page, bench.programReader);
  refuseWrong(problems);
  bench.edits.open(opening);
}

function refuseWrong(problems: readonly Problem[]): void {
  const wrong = problems
    .filter(({ harmless }) => harmless !== true)
    .map(({ fault, message }) => fault ?? message);
  if (wrong.length > 0) throw new Refusal(wrong[0], wrong);
}

/** The part of `window` that is used here. Tests pass a substitute. */
interface Surroundings {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/**
 * Starts to answer messages. Only the parent page is answered, because other windows may send messages too. Returns a function
 * that stops this.
 */
export function startHostPort(bench: Bench, around: Surroundings): () => void {
  let host: Host | null = null;
  const say = (origin: string, message: object) =>
    around.parent.postMessage({ sawtooth: SAWTOOTH, ...message }, hasOrigin(origin) ? origin : "*");
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== around.parent) return;
    if (host?.origin !== origin) host = { origin, subscriptions: new Map() };
    const known = new Set(host.subscriptions.values());
    const answered = answer(bench, host, data);
    if (answered !== null) say(origin, { type: "reply", id: answered.id, ...answered.reply });
    // A feature may have reported a value before the parent subscribed.
    for (const subscription of host.subscriptions.values())
      if (!known.has(subscription))
        for (const [event, value] of Object.entries(bench.store.get().reported))
          if (value !== null) tellOne(subscription, event);
  };
  const tellOne = ({ id, to, metrics }: Subscription, event: string) => {
    if (host === null || !to.includes(event)) return;
    const { reported } = bench.store.get();
    say(host.origin, {
      type: "event",
      event,
      subscription: id,
      state: stateMessage(bench, metrics),
      ...(event in reported && { [event]: reported[event] }),
    });
  };
  const tell = (event: string) => {
    for (const subscription of host?.subscriptions.values() ?? []) tellOne(subscription, event);
  };
  around.addEventListener("message", onMessage);
  const end = followEvents(bench, tell);
  // This message contains no state, because the parent has not identified itself yet.
  around.parent.postMessage({ sawtooth: SAWTOOTH, type: "ready" }, "*");
  return () => {
    end();
    around.removeEventListener("message", onMessage);
  };
}

/** Reports the values of features, a finished change, and a complete run. */
function followEvents(bench: Bench, tell: (event: string) => void): () => void {
  let known = bench.store.get();
  return bench.store.subscribe(() => {
    const state = bench.store.get();
    const before = known;
    if (state.changing !== null) return;
    known = state;
    for (const { name } of bench.page.reports) {
      const value = state.reported[name] ?? null;
      if (value !== null && value !== before.reported[name]) tell(name);
    }
    if (before.scenario !== state.scenario || before.mode !== state.mode) tell("settings");
    if (isDone(state) && (!isDone(before) || before.run.snapshot !== state.run.snapshot)) tell("run");
  });
}

function isDone({ run, scenario }: AppState): boolean {
  return run.snapshot?.done === true && run.scenario === scenario;
}
