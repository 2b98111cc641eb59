/** The validation of each sender and queue: what it was compared with, how well it agrees, and what was never compared. */
import howRight from "../../../experiments/how-right.json";
import {
  ALIKE,
  type CheckedAlgorithm,
  closenessWords,
  neverWords,
  paperWords,
  type ValidationSummary,
} from "../../../experiments/validation-summary.ts";
import { CheckedWords } from "../../bench/numbers/CheckedBadge.tsx";
import { useBenchState } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import "./help.css";

const { version, algorithms } = howRight as unknown as ValidationSummary;

export function HowRightDialog() {
  const scenario = useBenchState((state) => state.scenario);
  return (
    <Dialog name="right" title="How accurate is it?">
      <section>
        <h3>The current run</h3>
        <CheckedWords scenario={scenario} />
      </section>
      <h3>All comparisons</h3>
      <p>
        <GlossaryText
          text={`Sawtooth was compared run by run with Linux kernels (6.1 and 7.3) and ns-3.44, and with the claims of the papers. ${ALIKE} Numbers of version ${version}.`}
        />
      </p>
      <Kind title="Senders" list={algorithms.filter(({ kind }) => kind === "sender")} />
      <Kind title="Queues" list={algorithms.filter(({ kind }) => kind === "queue")} />
    </Dialog>
  );
}

function Kind({ title, list }: { readonly title: string; readonly list: readonly CheckedAlgorithm[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="how-right">
        {list.map((one) => (
          <div key={one.id}>
            <dt>{one.label}</dt>
            {[...one.comparisons.map(closenessWords), ...one.papers.map(paperWords)].map((words) => (
              <dd key={words}>{words}</dd>
            ))}
            <dd className="how-right__never">{neverWords(one)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
