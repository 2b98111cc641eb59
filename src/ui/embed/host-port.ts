/** Listens to the page around this one, answers it, and tells it what it has asked to hear. */
import type { Bench } from "../state/bench.ts";
import type { AppState } from "../state/store.ts";
import { answer, type Host, type HostEvent, SAWTOOTH, stateMessage } from "./host-messages.ts";

/** The part of `window` that is used: a test gives its own. */
export interface Surroundings {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** Gives what ends it. Only the page around is heard: other windows may send messages, too. */
export function startHostPort(bench: Bench, around: Surroundings): () => void {
  let host: Host | null = null;
  const say = (origin: string, message: object) =>
    around.parent.postMessage({ sawtooth: SAWTOOTH, ...message }, targetOf(origin));
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
  // Nothing of the page's state: whoever is around has not said who it is.
  around.parent.postMessage({ sawtooth: SAWTOOTH, type: "ready" }, "*");
  return () => {
    end();
    around.removeEventListener("message", onMessage);
  };
}

/** A page without an origin, as one from a disk, cannot be named. */
function targetOf(origin: string): string {
  return origin === "null" ? "*" : origin;
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
    if (hasOtherSettings(before, state)) tell("settings");
    if (isDone(state) && (!isDone(before) || before.run.snapshot !== state.run.snapshot)) tell("run");
  });
}

function hasOtherSettings(before: AppState, { scenario, mode }: AppState): boolean {
  return before.scenario !== scenario || before.mode !== mode;
}

function isDone({ run, scenario }: AppState): boolean {
  return run.snapshot?.done === true && run.scenario === scenario;
}
