/** The message that a newer version of the page is available. It never replaces the open page without the user's consent. */

import { useSyncExternalStore } from "react";
import { Button } from "../../shared/Button.tsx";
import { createStore } from "../../shared/plain-store.ts";

/** A version of the page that was published while this version is open. */
export interface NewVersionState {
  /** "ready": downloaded and waiting. "in-use": a different tab already uses it. Null: there is none. */
  readonly version: "ready" | "in-use" | null;
  /** The copy of the page on the device; null before the first plots. */
  readonly copy: { takeNewVersion(): void; later(): void } | null;
}

export const newVersion = createStore<NewVersionState>({ version: null, copy: null });

export function NewVersion() {
  const { version, copy } = useSyncExternalStore(newVersion.subscribe, newVersion.get);
  if (version === null || copy === null) return null;
  return (
    <section className="new-version" role="status" aria-label="New version">
      <p>
        {version === "ready"
          ? "A new version of Sawtooth is available."
          : "Another tab uses a new version of Sawtooth. This tab still uses the old one."}
      </p>
      <p className="new-version__acts">
        <Button look="small" onClick={() => copy.takeNewVersion()}>
          Update now
        </Button>
        <Button look="small" onClick={() => copy.later()}>
          Later
        </Button>
      </p>
    </section>
  );
}
