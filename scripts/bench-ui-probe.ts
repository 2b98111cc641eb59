/** What `bench:ui` puts into the page and its worker before a move: notes when input, run, snapshot and paint pass by. */

/** Of one move, in ms since the epoch, so that page and worker can be compared. */
export interface PageTimes {
  readonly inputMs: number;
  /** The run is handed to the worker. */
  readonly askedMs: number;
  readonly heardMs: number;
  /** The plots are modelled and wait for their frame. */
  readonly modelledMs: number;
  readonly paintedMs: number;
}

export interface WorkerTimes {
  readonly beganMs: number;
  readonly sentMs: number;
}

interface Painted {
  readonly url: string;
  readonly done: boolean;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface ProbedWindow {
  sawtoothProbe?: {
    painted: Painted | null;
    /** From the first input since `arm` to the paint of its complete run; null until then. */
    times: PageTimes | null;
    arm(): void;
  };
}

export interface ProbedWorker {
  sawtoothTimes?: Writable<WorkerTimes>;
}

/** Runs in the page, alone: refers to nothing outside of itself. */
export function installProbe(): void {
  let urlBefore: string | undefined;
  let armed = false;
  const now = () => performance.timeOrigin + performance.now();
  const times: Writable<PageTimes> = { inputMs: 0, askedMs: 0, heardMs: 0, modelledMs: 0, paintedMs: 0 };
  const probe: NonNullable<ProbedWindow["sawtoothProbe"]> = {
    painted: null,
    times: null,
    arm() {
      urlBefore = probe.painted?.url;
      times.inputMs = 0;
      probe.times = null;
      armed = true;
    },
  };
  (window as ProbedWindow).sawtoothProbe = probe;
  addEventListener(
    "keydown",
    (event) => {
      if (armed && event.isTrusted && times.inputMs === 0)
        times.inputMs = performance.timeOrigin + event.timeStamp;
    },
    { capture: true },
  );
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
    const [message] = given as [{ path?: readonly string[] }];
    if (message?.path?.[0] === "run") times.askedMs = now();
    return Reflect.apply(post, this, given);
  };
  const hearing = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...hearing,
    set(this: MessagePort, handler: ((event: MessageEvent) => void) | null) {
      const noting = (event: MessageEvent) => {
        if (event.data?.kind === "snapshot") times.heardMs = now();
        handler?.(event);
      };
      hearing?.set?.call(this, handler === null ? null : noting);
    },
  });
  const askFrame = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) => {
    times.modelledMs = now();
    return askFrame.call(window, callback);
  };
  addEventListener("sawtooth:painted", (event) => {
    times.paintedMs = now();
    probe.painted = (event as CustomEvent<Painted>).detail;
    // One move at a time: a complete run with another state than before is the run of this move.
    if (!armed || times.inputMs === 0 || !probe.painted.done || probe.painted.url === urlBefore) return;
    probe.times = { ...times };
    armed = false;
  });
}

/** Runs in the worker of whole runs, alone. */
export function installWorkerProbe(): void {
  const now = () => performance.timeOrigin + performance.now();
  const times = { beganMs: 0, sentMs: 0 };
  (globalThis as ProbedWorker).sawtoothTimes = times;
  addEventListener("message", (event) => {
    const { data } = event as MessageEvent<{ path?: readonly string[] }>;
    if (data?.path?.[0] === "run") times.beganMs = now();
  });
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...given: unknown[]) {
    const [message] = given as [{ kind?: string } | null];
    if (message?.kind === "snapshot") times.sentMs = now();
    return Reflect.apply(post, this, given);
  };
}
