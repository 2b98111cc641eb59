/** The message that a newer version of the page is available. It never replaces the open page without the user's consent. */

import { useBenchState } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { offlineCopy } from "./keep-offline.ts";

export function NewVersion() {
  const version = useBenchState((state) => state.newVersion);
  const copy = offlineCopy();
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
