/** What is simulated, what is simplified, how it was checked: said in the page itself. */
import type { ReactNode } from "react";
import {
  type AlgorithmDeclaration,
  congestionControls,
  queueDisciplines,
  topologies,
  trafficKinds,
} from "../../engine/index.ts";
import { differsWords, IN_THE_PROJECT } from "../bench/numbers/panel-words.ts";
import { Dialog } from "../shared/Dialog.tsx";
import { documentLink } from "../shared/document-link.ts";
import { GlossaryText } from "../shared/glossary/GlossaryText.tsx";
import { useBench } from "../state/use-store.ts";
import { deviationText } from "./deviation-text.ts";
import { CHECKED, SIMPLIFIED, SIMULATED } from "./model-words.ts";

export function ModelNotes() {
  const bench = useBench();
  return (
    <Dialog name="notes" title="Model notes">
      <Points title="What is simulated" list={SIMULATED} />
      <Points title="What is simplified" list={SIMPLIFIED} />
      <section>
        <h3>How it was checked</h3>
        <p>
          <GlossaryText text={CHECKED} />
        </p>
        <p>
          <button type="button" className="button" onClick={() => bench.showDialog("right")}>
            How right is it? Each sender and queue
          </button>
        </p>
      </section>
      <Algorithms title="Paths" list={topologies} />
      <Algorithms title="Queue disciplines" list={queueDisciplines} />
      <Algorithms title="Congestion controls" list={congestionControls} />
      <Algorithms title="Traffic" list={trafficKinds} />
      <p>
        More in <Doc path="docs/model.md">the model</Doc>,{" "}
        <Doc path="docs/deviations.md">deviations from the RFCs</Doc>,{" "}
        <Doc path="docs/validation.md">the validation</Doc> and{" "}
        <Doc path="docs/how-right.md">how right each algorithm is</Doc>.
      </p>
    </Dialog>
  );
}

interface PointsProps {
  readonly title: string;
  readonly list: readonly string[];
}

function Points({ title, list }: PointsProps) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {list.map((point) => (
          <li key={point}>
            <GlossaryText text={point} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AlgorithmsProps {
  readonly title: string;
  readonly list: readonly AlgorithmDeclaration[];
}

function Algorithms({ title, list }: AlgorithmsProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="algorithms">
        {list.map(({ id, label, summary, cite, deviations = [] }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <GlossaryText text={summary} /> <span className="algorithms__cite">{cite}</span>
              {deviations.length > 0 && (
                <p className="control__note">
                  <GlossaryText text={differsWords(deviations.map(deviationText).join(" "))} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Doc({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const link = documentLink(window.location, path);
  if (link === null) {
    const [before, after] = IN_THE_PROJECT;
    return (
      <>
        {children}
        {before}
        <code>{path}</code>
        {after}
      </>
    );
  }
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
