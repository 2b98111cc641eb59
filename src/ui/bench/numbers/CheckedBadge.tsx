/** A one-line summary of how runs like this one were compared with Linux and ns-3. It opens the dialog with the details. */
import type { Scenario } from "../../../engine/index.ts";
import cases from "../../../experiments/compared-cases.json";
import { type ComparedCase, standingOf, standingWords } from "../../../experiments/compared-cases.ts";
import { useBench } from "../../core/use-store.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";

interface CheckedProps {
  readonly scenario: Scenario;
}

const CASES = cases as unknown as readonly ComparedCase[];

export function CheckedBadge({ scenario }: CheckedProps) {
  const bench = useBench();
  const { inside, why } = standingOf(scenario, CASES);
  return (
    <button
      type="button"
      className="checked-badge"
      data-inside={inside}
      aria-haspopup="dialog"
      title="Shows what was compared with this run, and the differences"
      onClick={() => bench.showDialog("right")}
    >
      <span className="checked-badge__sign" aria-hidden="true">
        {inside ? "✓" : "○"}
      </span>
      <span>{inside ? "Validated" : `Not validated · ${why[0]}`}</span>
    </button>
  );
}

/** Says in full how far this scenario was compared with other implementations, for the dialog and for a report. */
export function CheckedWords({ scenario }: CheckedProps) {
  return standingWords(standingOf(scenario, CASES)).map((text) => (
    <p key={text}>
      <GlossaryText text={text} />
    </p>
  ));
}
