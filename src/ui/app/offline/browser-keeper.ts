/** The browser's own means to keep the page. */
import { programAddress } from "../../../workers/own-program.ts";
import type { AppState, Store } from "../../state/store.ts";
import { type Keeper, mayKeep, OfflineCopy } from "./keep-offline.ts";

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
