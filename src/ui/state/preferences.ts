/** What the device remembers, if it may: in embedded frames merely touching the storage throws. */

const PREFIX = "sawtooth.";

export function readPreference(key: string): string | null {
  try {
    return window.localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function writePreference(key: string, value: string): void {
  try {
    window.localStorage.setItem(PREFIX + key, value);
  } catch {
    // The page works the same without a memory.
  }
}
