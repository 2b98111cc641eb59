import { useMemo, useState } from "react";
import { useBenchState, useSlice } from "../../core/use-store.ts";
import { NoticeLines } from "../../parts/NoticeLines.tsx";
import { IconButton } from "../../shared/Button.tsx";
import { MEASURED, traceDifferenceLines } from "./shown-measurement.ts";

/**
 * The warning that the run's settings differ from those of the kernel trace over it, with the differences. A trace is evidence
 * for its own settings only.
 */
export function TraceNotice() {
  const { trace } = useSlice(MEASURED);
  const scenario = useBenchState(({ run, scenario: asked }) => run.scenario ?? asked);
  const lines = useMemo(
    () => (trace === null ? [] : traceDifferenceLines(trace, scenario)),
    [trace, scenario],
  );
  const [dismissed, setDismissed] = useState("");
  const noticeText = [trace, ...lines].join("\n");
  if (lines.length === 0 || noticeText === dismissed) return null;
  return (
    <section className="notice" role="status" aria-label="Notice">
      <div>
        <p className="notice__title">
          The kernel trace was recorded with settings that differ from this run.
        </p>
        <NoticeLines lines={lines} />
      </div>
      <IconButton icon="close" className="quiet" label="Dismiss" onClick={() => setDismissed(noticeText)} />
    </section>
  );
}
