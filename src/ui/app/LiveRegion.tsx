/** Says the consequence of a change to those who do not see the plots. */
import { useBenchState } from "../state/use-store.ts";

export function LiveRegion() {
  const announcement = useBenchState((state) => state.announcement);
  return (
    <p className="unseen" role="status" aria-live="polite" aria-atomic="true" data-live-region>
      {announcement}
    </p>
  );
}
