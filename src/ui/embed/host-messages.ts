/**
 * The page around this one may ask by messages, is answered, and is told what it has asked to hear: docs/embedding.md. Any
 * data at all may come: what cannot be understood is answered with a sentence, never with an exception.
 */
import {
  applySettings,
  KERNEL_TRACES,
  type Problem,
  type Scenario,
  type Setting,
} from "../../engine/index.ts";
import { measuredOf, readPlacedMetric, SWEPT_METRICS } from "../../experiments/metrics.ts";
import type { Bench } from "../state/bench.ts";
import { heldBack } from "../state/live-edits.ts";
import { LINK_THEMES } from "../state/page-options.ts";
import { refusalOf, refusalToOpen } from "../state/permission.ts";
import { fragmentToState } from "../state/read-fragment.ts";
import { type AppState, durationOf } from "../state/store.ts";

/** The interface's version, in every message. */
export const SAWTOOTH = 1;

const EVENTS = ["run", "settings", "task"] as const;
type HostEvent = (typeof EVENTS)[number];

interface Subscription {
  readonly id: MessageId;
  readonly to: readonly HostEvent[];
  readonly metrics: readonly string[] | null;
}

type MessageId = string | number;

/** What is told of the page, at an event or when it is asked. */
interface StateMessage {
  /** Of the whole page with this run, and its part after "#". */
  readonly link: string;
  readonly fragment: string;
  readonly run: {
    /** Whether the figures are of the settings in the link, and of the whole run. */
    readonly complete: boolean;
    readonly seed: number;
    /** In s of simulated time: how far the figures reach, and the run's length. */
    readonly reachesS: number;
    readonly durationS: number;
    /** Null while nothing has been simulated. */
    readonly digest: string | null;
  };
  readonly metrics: Readonly<Record<string, { readonly value: number | null; readonly unit: string }>>;
}

type Reply =
  | { readonly ok: true; readonly state?: StateMessage }
  | { readonly ok: false; readonly error: string; readonly problems?: readonly string[] };

interface Answer {
  readonly id: MessageId | null;
  readonly reply: Reply;
}

/** Whose messages they are: what they may change, and what they hear of. */
export interface Host {
  readonly origin: string;
  readonly subscriptions: Map<MessageId, Subscription>;
}

const MOST_SUBSCRIPTIONS = 16;
const MOST_METRICS = 100;
const MOST_SETTINGS = 100;
const LONGEST_TEXT = 20_000;

type Data = Readonly<Record<string, unknown>>;

/** Said to whoever asked; thrown and caught in here alone. */
class Refusal extends Error {
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** Null for what is no message of this interface: the page around may have others of its own. */
export function answer(bench: Bench, host: Host, data: unknown): Answer | null {
  if (!isData(data) || data.sawtooth === undefined) return null;
  const id = isId(data.id) ? data.id : null;
  try {
    if (data.sawtooth !== SAWTOOTH) throw new Refusal(`sawtooth must be ${SAWTOOTH}`);
    if (id === null) throw new Refusal("id must be a number, or a text of at most 100 characters");
    return { id, reply: replyTo(bench, host, id, data) };
  } catch (error) {
    const problems =
      error instanceof Refusal && error.problems.length > 0 ? { problems: error.problems } : {};
    return {
      id,
      reply: { ok: false, error: error instanceof Error ? error.message : "failed", ...problems },
    };
  }
}

function replyTo(bench: Bench, host: Host, id: MessageId, data: Data): Reply {
  switch (data.type) {
    case "read":
      return { ok: true, state: stateMessage(bench, readMetrics(data, bench.store.get().scenario)) };
    case "set":
      set(bench, host, data);
      return { ok: true, state: stateMessage(bench, []) };
    case "subscribe":
      subscribe(bench, host, id, data);
      return { ok: true };
    case "unsubscribe":
      unsubscribe(host, data);
      return { ok: true };
    default:
      throw new Refusal("type must be read, set, subscribe or unsubscribe");
  }
}

function isData(data: unknown): data is Data {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function isId(id: unknown): id is MessageId {
  return typeof id === "string" ? id.length <= 100 : typeof id === "number" && Number.isFinite(id);
}

/** `metrics`: null for all that a run can be measured by. */
function stateMessage(bench: Bench, metrics: readonly string[] | null): StateMessage {
  const state = bench.store.get();
  const { snapshot, scenario } = state.run;
  const link = bench.url.benchLink();
  return {
    link,
    fragment: link.slice(link.indexOf("#") + 1),
    run: {
      complete: snapshot?.done === true && scenario === state.scenario,
      seed: Number(state.scenario.run.seed),
      reachesS: snapshot?.nowS ?? 0,
      durationS: durationOf(state.scenario),
      digest: snapshot?.digest ?? null,
    },
    metrics: measured(state, metrics ?? SWEPT_METRICS.map(({ id }) => id)),
  };
}

function measured({ run }: AppState, ids: readonly string[]): StateMessage["metrics"] {
  const { snapshot, scenario } = run;
  if (snapshot === null || scenario === null) return {};
  const figures = ids.flatMap((id) => {
    const placed = placedIn(id, scenario);
    if (typeof placed === "string") return [];
    return [[id, { value: measuredOf(snapshot.results, placed), unit: placed.metric.unit }] as const];
  });
  return Object.fromEntries(figures);
}

/** Or why there is no such metric. */
function placedIn(id: string, run: Scenario) {
  try {
    return readPlacedMetric(id, run, SWEPT_METRICS);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Null where none are named: all. */
function readMetrics({ metrics }: Data, run: Scenario): readonly string[] | null {
  if (metrics === undefined) return null;
  if (!Array.isArray(metrics) || metrics.length > MOST_METRICS)
    throw new Refusal(`metrics must be a list of at most ${MOST_METRICS} names`);
  for (const id of metrics) {
    const placed = typeof id === "string" && id.length <= 100 ? placedIn(id, run) : "no text";
    if (typeof placed === "string") throw new Refusal(`metrics: ${placed}`);
  }
  return metrics;
}

function subscribe(bench: Bench, { subscriptions }: Host, id: MessageId, data: Data): void {
  const { to = EVENTS } = data;
  const known = Array.isArray(to) && to.length > 0 && to.every((one) => EVENTS.includes(one));
  if (!known) throw new Refusal(`to must be a list of ${EVENTS.join(", ")}`);
  if (!subscriptions.has(id) && subscriptions.size >= MOST_SUBSCRIPTIONS)
    throw new Refusal(`there are ${MOST_SUBSCRIPTIONS} subscriptions already`);
  const metrics = readMetrics(data, bench.store.get().scenario);
  subscriptions.set(id, { id, to: EVENTS.filter((one) => to.includes(one)), metrics });
}

/** Without a name, all. */
function unsubscribe({ subscriptions }: Host, { subscription }: Data): void {
  if (subscription === undefined) subscriptions.clear();
  else if (!isId(subscription) || !subscriptions.delete(subscription))
    throw new Refusal("subscription must be the id that was subscribed with");
}

/** Of a page from a disk, or in a sandbox: a link cannot name it, nor can an answer be addressed to it. */
const hasOrigin = (origin: string) => origin !== "null" && !origin.startsWith("file:");

const THEMES = ["system", ...LINK_THEMES] as const;

/** All of it, or nothing and why. */
function set(bench: Bench, { origin }: Host, data: Data): void {
  const state = bench.store.get();
  if (!hasOrigin(origin))
    throw new Refusal(
      "only a page with an origin can change something: one from a disk or a sandbox has none",
    );
  if (!state.frame.host.includes(origin))
    throw new Refusal(`to change something, this page's link must name the page around it: host=${origin}`);
  const { settings, link, theme } = data;
  if (settings === undefined && link === undefined && theme === undefined)
    throw new Refusal("set needs settings, link or theme");
  if (settings !== undefined && link !== undefined) throw new Refusal("set takes settings or link, not both");
  const colours = THEMES.find((one) => one === theme);
  if (theme !== undefined && colours === undefined) throw new Refusal(`theme must be ${THEMES.join(", ")}`);
  if (settings !== undefined) lay(bench, settings);
  if (link !== undefined) open(bench, link);
  if (colours !== undefined) bench.setTheme(colours);
}

function lay(bench: Bench, settings: unknown): void {
  const state = bench.store.get();
  const { scenario, problems } = applySettings(state.settings, settingsIn(settings));
  refuseWrong(problems);
  const refusal = refusalOf(state, scenario);
  if (refusal !== null) throw new Refusal(refusal);
  refuseInLive(bench, scenario);
  bench.edits.edit(scenario);
  // What keeps the page from changing anything yet is said as well.
  if (bench.store.get().settings === state.settings)
    throw new Refusal("nothing can be changed yet: try again");
}

/** A person is offered ways on after the end; who asks by messages is told. */
function refuseInLive(bench: Bench, asked: Scenario): void {
  const state = bench.store.get();
  const late = heldBack({ ...state, settings: asked }) !== null;
  if (late)
    throw new Refusal(
      `the live run has ended at ${durationOf(state.scenario)} s: set a link to begin another`,
    );
  const refusal = bench.live.port()?.refusal(state.settings, asked) ?? null;
  if (refusal !== null) throw new Refusal(refusal);
}

function settingsIn(settings: unknown): Setting[] {
  if (!isData(settings)) throw new Refusal("settings must be names with their values");
  const lists = Object.entries(settings).map(([key, value]) => ({
    key,
    values: Array.isArray(value) ? value : [value],
  }));
  // Counted before they are looked at: a list may be as long as a page has memory.
  const count = lists.reduce((sum, { values }) => sum + values.length, 0);
  if (count === 0 || count > MOST_SETTINGS)
    throw new Refusal(`settings must be 1 to ${MOST_SETTINGS} names with their values`);
  return lists.flatMap(({ key, values }) => values.map((one) => ({ key, text: textOf(one) })));
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number" || (typeof value === "string" && value.length <= LONGEST_TEXT))
    return String(value);
  throw new Refusal("a setting's value must be a text, a number, or true or false");
}

/** Of the link only what it says of the run: the frame is the one that the page around has written. */
function open(bench: Bench, link: unknown): void {
  if (typeof link !== "string" || link.length > LONGEST_TEXT)
    throw new Refusal(`link must be a text of at most ${LONGEST_TEXT} characters`);
  const refusal = refusalToOpen(bench.store.get());
  if (refusal !== null) throw new Refusal(refusal);
  const { opening, problems } = fragmentToState(link, KERNEL_TRACES);
  refuseWrong(problems);
  bench.edits.open(opening);
}

function refuseWrong(problems: readonly Problem[]): void {
  const wrong = problems.filter(({ harmless }) => harmless !== true).map(({ message }) => message);
  if (wrong.length > 0) throw new Refusal(wrong[0], wrong);
}

/** The part of `window` that is used: a test gives its own. */
interface Surroundings {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** Returns what ends it. Only the page around is heard: other windows may send messages, too. */
export function startHostPort(bench: Bench, around: Surroundings): () => void {
  let host: Host | null = null;
  const say = (origin: string, message: object) =>
    around.parent.postMessage({ sawtooth: SAWTOOTH, ...message }, hasOrigin(origin) ? origin : "*");
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== around.parent) return;
    if (host?.origin !== origin) host = { origin, subscriptions: new Map() };
    const answered = answer(bench, host, data);
    if (answered !== null) say(origin, { type: "reply", id: answered.id, ...answered.reply });
  };
  const tell = (event: HostEvent) => {
    if (host === null) return;
    for (const { id, to, metrics } of host.subscriptions.values())
      if (to.includes(event))
        say(host.origin, {
          type: "event",
          event,
          subscription: id,
          state: stateMessage(bench, metrics),
          ...(event === "task" && { task: bench.store.get().taskResult }),
        });
  };
  around.addEventListener("message", onMessage);
  const end = followEvents(bench, tell);
  // Nothing of the page's state: the page around has not said who it is.
  around.parent.postMessage({ sawtooth: SAWTOOTH, type: "ready" }, "*");
  return () => {
    end();
    around.removeEventListener("message", onMessage);
  };
}

/** A try at a task, a finished change, and a run that is complete. */
function followEvents(bench: Bench, tell: (event: HostEvent) => void): () => void {
  let known = bench.store.get();
  return bench.store.subscribe(() => {
    const state = bench.store.get();
    const before = known;
    if (state.changing !== null) return;
    known = state;
    if (state.taskResult !== null && state.taskResult !== before.taskResult) tell("task");
    if (before.scenario !== state.scenario || before.mode !== state.mode) tell("settings");
    if (isDone(state) && (!isDone(before) || before.run.snapshot !== state.run.snapshot)) tell("run");
  });
}

function isDone({ run, scenario }: AppState): boolean {
  return run.snapshot?.done === true && run.scenario === scenario;
}
