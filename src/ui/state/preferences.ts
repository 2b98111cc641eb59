/** What the device remembers, if it may: in embedded frames merely touching the storage throws. */

const PREFIX = "sawtooth.";

export function readPreference(key: string): string | null {
  try {
    return window.localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** False where the device remembers nothing, or nothing more: the page works the same without a memory. */
export function writePreference(key: string, value: string): boolean {
  try {
    window.localStorage.setItem(PREFIX + key, value);
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another tab has written; returns what ends it. */
export function onPreference(key: string, changed: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === PREFIX + key) changed();
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}
