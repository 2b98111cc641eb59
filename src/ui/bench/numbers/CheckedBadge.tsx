/** A summary in one line, which opens the dialog with the details. */
import type { Scenario } from "../../../engine/index.ts";
import cases from "../../../experiments/compared-cases.json";
import { type ComparedCase, standingOf, standingWords } from "../../../experiments/compared-cases.ts";
import { useBench } from "../../core/use-store.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";

interface CheckedProps {
  readonly scenario: Scenario;
}

const CASES = cases as unknown as readonly ComparedCase[];

/** A summary in one line. It opens the dialog with the details. */
export function CheckedBadge({ scenario }: CheckedProps) {
  const bench = useBench();
  const { inside, why } = standingOf(scenario, CASES);
  return (
    <button
      type="button"
      className="checked-badge"
      data-inside={inside}
      aria-haspopup="dialog"
      title="What this was compared with, and the differences"
      onClick={() => bench.showDialog("right")}
    >
      <span className="checked-badge__sign" aria-hidden="true">
        {inside ? "✓" : "○"}
      </span>
      <span>{inside ? "Validated" : `Not validated · ${why[0]}`}</span>
    </button>
  );
}

/** The full statement, for the dialog and for a report. */
export function CheckedWords({ scenario }: CheckedProps) {
  return standingWords(standingOf(scenario, CASES)).map((text) => (
    <p key={text}>
      <GlossaryText text={text} />
    </p>
  ));
}
