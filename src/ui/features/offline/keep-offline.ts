/** Stores the page on the device, so that it opens without a network, and reports newer versions. */
import { scriptAddress } from "../../../workers/script-address.ts";
import type { Store } from "../../shared/plain-store.ts";
import { wayToNewest } from "../../shared/releases.ts";
import { type NewVersionState, newVersion } from "./NewVersion.tsx";

/** The message to the service worker. */
const USE_NEW_VERSION = "use-new-version";
/** Minimum time between two checks for a newer version. A tab that stays open for days checks when it becomes visible again. */
const LOOK_EVERY_MS = 3_600_000;

/** The browser functions that this module uses. Tests replace them. */
export interface Keeper {
  readonly container: Pick<ServiceWorkerContainer, "controller" | "register" | "addEventListener">;
  readonly onSeen: (listener: () => void) => void;
  readonly nowMs: () => number;
  readonly reload: () => void;
}

/**
 * Returns whether the page may be stored. A page in a frame, from a disk, or of an earlier release may not be stored.
 */
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
  readonly #store: Store<NewVersionState>;
  readonly #keeper: Keeper;
  #registration: ServiceWorkerRegistration | null = null;
  #lookedMs: number;
  #asked = false;

  constructor(store: Store<NewVersionState>, keeper: Keeper) {
    this.#store = store;
    this.#keeper = keeper;
    this.#lookedMs = keeper.nowMs();
  }

  /**
   * Registers the service worker. If the browser forbids that (a private window, a setting), the page works without
   * it.
   */
  async start(script: string): Promise<void> {
    const { container, onSeen } = this.#keeper;
    // On the first visit, the stored copy takes control of the page although the version has not changed.
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

  /** Switches all tabs to the new version. This tab shows it immediately. */
  takeNewVersion(): void {
    this.#asked = true;
    const waiting = this.#registration?.waiting ?? null;
    if (waiting === null) this.#keeper.reload();
    else waiting.postMessage(USE_NEW_VERSION);
  }

  later(): void {
    this.#store.set({ version: null });
  }

  #changed(): void {
    if (this.#asked) this.#keeper.reload();
    else this.#store.set({ version: "in-use" });
  }

  #follow(registration: ServiceWorkerRegistration): void {
    const tell = () => {
      if (registration.waiting !== null && this.#keeper.container.controller !== null)
        this.#store.set({ version: "ready" });
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

/** Stores the page on the device. Does nothing during development, when every file is loaded fresh. */
export function keepOffline(embed: boolean): void {
  if (!import.meta.env.PROD || !mayKeep(location, embed || window.parent !== window)) return;
  const copy = new OfflineCopy(newVersion, keeper());
  newVersion.set({ copy });
  void copy.start(scriptAddress(new URL(SCRIPT, document.baseURI).href));
}

/** Returns the browser's functions for storing the page. */
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
