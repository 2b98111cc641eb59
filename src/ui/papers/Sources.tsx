/** What was chosen where the paper is silent, where we differ, and which program made the published results. */
import { memo, useId } from "react";
import { isPaper } from "../../experiments/claim-tally.ts";
import type { Experiment, StoredOutcome } from "../../experiments/experiment.ts";
import { Prose } from "./Prose.tsx";
import { originWords } from "./paper-words.ts";

interface SourcesProps {
  readonly experiment: Experiment;
  readonly stored: StoredOutcome | null;
}

export const Sources = memo(function Sources({ experiment, stored }: SourcesProps) {
  return (
    <>
      <Remarks
        title={isPaper(experiment.paper) ? "Chosen where the paper is silent" : "What was chosen"}
        lines={experiment.chosen}
      />
      <Remarks title="Known differences" lines={experiment.differences} />
      {stored !== null && <Origin stored={stored} />}
    </>
  );
});

function Remarks({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  const titleId = useId();
  if (lines.length === 0) return null;
  return (
    <section className="remarks" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Prose text={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Origin({ stored }: { readonly stored: StoredOutcome }) {
  const titleId = useId();
  const { id, size, digest } = stored;
  return (
    <section className="remarks" aria-labelledby={titleId}>
      <h3 id={titleId}>Where the published results come from</h3>
      <p>
        {originWords(stored)}
        <code>{digest}</code>
      </p>
      <p>
        On a command line:{" "}
        <code>
          npm run -s sim -- reproduce {id}
          {size === "quick" ? " --quick" : ""} -o results
        </code>
      </p>
    </section>
  );
}
