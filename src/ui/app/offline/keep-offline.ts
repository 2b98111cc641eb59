/** Has the device keep the page, so that it opens without a network; and tells when a newer version has come. */
import { programAddress } from "../../../workers/own-program.ts";
import { wayToNewest } from "../../shared/releases.ts";
import type { AppState, Store } from "../../state/store.ts";

/** What the service worker is told. */
const USE_NEW_VERSION = "use-new-version";
/** A tab that stays open for days looks for a newer version when it is looked at again, at most so often. */
const LOOK_EVERY_MS = 3_600_000;

/** The parts of the browser that are used: a test gives its own. */
export interface Keeper {
  readonly container: Pick<ServiceWorkerContainer, "controller" | "register" | "addEventListener">;
  readonly onSeen: (listener: () => void) => void;
  readonly nowMs: () => number;
  readonly reload: () => void;
}

/** A page in another page's frame, opened from a disk, or of an earlier release, is not kept. */
function mayKeep(
  { protocol, pathname }: Pick<Location, "protocol" | "pathname">,
  isFramed: boolean,
): boolean {
  return (
    !isFramed &&
    wayToNewest(pathname) === "./" &&
    (protocol === "https:" || protocol === "http:") &&
    "serviceWorker" in navigator
  );
}

export class OfflineCopy {
  readonly #store: Store<AppState>;
  readonly #keeper: Keeper;
  #registration: ServiceWorkerRegistration | null = null;
  #lookedMs: number;
  #asked = false;

  constructor(store: Store<AppState>, keeper: Keeper) {
    this.#store = store;
    this.#keeper = keeper;
    this.#lookedMs = keeper.nowMs();
  }

  /** Where keeping is forbidden (a private window, a browser's setting) the page works the same without. */
  async start(script: string): Promise<void> {
    const { container, onSeen } = this.#keeper;
    // On the first visit the copy takes over without anything having changed.
    let before = container.controller;
    container.addEventListener("controllerchange", () => {
      if (before !== null) this.#changed();
      before = container.controller;
    });
    try {
      const registration = await container.register(script);
      this.#registration = registration;
      this.#follow(registration);
      registration.addEventListener("updatefound", () => this.#follow(registration));
      onSeen(() => this.#look());
    } catch {
      this.#registration = null;
    }
  }

  /** What was asked for takes place in every tab; this one shows it at once. */
  takeNewVersion(): void {
    this.#asked = true;
    const waiting = this.#registration?.waiting ?? null;
    if (waiting === null) this.#keeper.reload();
    else waiting.postMessage(USE_NEW_VERSION);
  }

  later(): void {
    this.#store.set({ newVersion: null });
  }

  #changed(): void {
    if (this.#asked) this.#keeper.reload();
    else this.#store.set({ newVersion: "in-use" });
  }

  #follow(registration: ServiceWorkerRegistration): void {
    const tell = () => {
      if (registration.waiting !== null && this.#keeper.container.controller !== null)
        this.#store.set({ newVersion: "ready" });
    };
    tell();
    registration.installing?.addEventListener("statechange", tell);
  }

  #look(): void {
    const now = this.#keeper.nowMs();
    if (now - this.#lookedMs < LOOK_EVERY_MS) return;
    this.#lookedMs = now;
    this.#registration?.update().catch(() => undefined);
  }
}

const SCRIPT = "sw.js";

let copy: OfflineCopy | null = null;

/** Nothing while the page is developed: every file comes fresh there. */
export function keepOffline(store: Store<AppState>): void {
  const { embed } = store.get().frame;
  if (!import.meta.env.PROD || !mayKeep(location, embed || window.parent !== window)) return;
  copy = new OfflineCopy(store, keeper());
  void copy.start(programAddress(new URL(SCRIPT, document.baseURI).href));
}

export function offlineCopy(): OfflineCopy | null {
  return copy;
}

/** The browser's own means to keep the page. */
function keeper(): Keeper {
  return {
    container: navigator.serviceWorker,
    onSeen: (listener) =>
      document.addEventListener("visibilitychange", () => {
        if (!document.hidden) listener();
      }),
    nowMs: () => Date.now(),
    reload: () => location.reload(),
  };
}
