/** What theory says of the run, each with its assumptions; drawn over the plots when asked for. */

import { SymbolText } from "../../shared/SymbolText.tsx";
import { useBench, useBenchState } from "../../state/use-store.ts";
import type { RunView } from "../plots/chart-props.ts";
import { type TheoryEntry, theoriesOf, theoryEntries } from "../plots/theory.ts";

export function TheoryPanel({ run }: { readonly run: RunView }) {
  const entries = theoryEntries(run);
  if (entries.length === 0) return null;
  return (
    <details className="inside">
      <summary>Theory</summary>
      {isDrawable(run) && <DrawSwitch />}
      <dl className="theory">
        {entries.map((entry, index) => (
          <Entry key={entry.id} entry={entry} before={entries[index - 1]} />
        ))}
      </dl>
    </details>
  );
}

/** Fair shares over time are drawn anyway. */
function isDrawable(run: RunView): boolean {
  return theoriesOf(run).some(({ value }) => value.form !== "steps");
}

function DrawSwitch() {
  const { store } = useBench();
  const drawn = useBenchState((state) => state.view.theory);
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={drawn}
        onChange={(event) => {
          const theory = event.currentTarget.checked;
          store.set(({ view }) => ({ view: { ...view, theory } }));
        }}
      />
      Draw it over the plots
    </label>
  );
}

/** Assumptions that are those of the entry before are not said twice. */
function Entry({ entry, before }: { readonly entry: TheoryEntry; readonly before: TheoryEntry | undefined }) {
  const { label, value, sentence, cite } = entry;
  const isNew = sentence !== before?.sentence || cite !== before.cite;
  return (
    <div>
      <dt>
        <SymbolText text={label} />
      </dt>
      <dd className="theory__value">{value}</dd>
      {isNew && (
        <dd className="theory__note">
          <SymbolText text={`${sentence} ${cite}.`.trim()} />
        </dd>
      )}
    </div>
  );
}
