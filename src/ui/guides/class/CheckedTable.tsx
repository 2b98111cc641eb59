/** A line for each hand-in: what came of every condition, what a teacher should know, and the way to the bench. */
import { scenarioToUrl } from "../../../engine/index.ts";
import { answerWords, conditionWords, verdictWords } from "../../../teaching/check.ts";
import type { CheckedEntry } from "../../../teaching/check-list.ts";
import { resultOf } from "../../../teaching/check-list.ts";
import type { Task } from "../../../teaching/task.ts";
import { isPlainClick } from "../../shared/plain-click.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { useBench } from "../../state/use-store.ts";
import { Sign } from "../task/Conditions.tsx";
import { openLabel, whoWords } from "./class-words.ts";

interface CheckedTableProps {
  readonly task: Task;
  readonly list: readonly CheckedEntry[];
}

/** What has the focus is scrolled by the arrow keys. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

export function CheckedTable({ task, list }: CheckedTableProps) {
  return (
    <section className="class__scroll" aria-label="Table: who met what" {...SCROLLED_BY_KEYS}>
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Name</th>
            <th scope="col">Result</th>
            {task.counts.map(conditionWords).map((words) => (
              <th key={words} scope="col">
                {words}
              </th>
            ))}
            <th scope="col">Try</th>
            <th scope="col">Answer</th>
            <th scope="col">Remarks</th>
            <th scope="col">Bench</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <Row key={one.entry.line} one={one} task={task} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ one, task }: { readonly one: CheckedEntry; readonly task: Task }) {
  const { entry, problems, notes, tries, verdict, settings, answer } = one;
  return (
    <tr>
      <td>{entry.line}</td>
      <th scope="row">{whoWords(one)}</th>
      <td>{problems.length > 0 || verdict !== null ? <Outcome one={one} /> : "…"}</td>
      {task.counts.map((condition, i) => (
        <td key={conditionWords(condition)}>
          {verdict !== null && (
            <>
              {verdictWords(verdict.conditions[i])} <Sign met={verdict.conditions[i].met} />
            </>
          )}
        </td>
      ))}
      <td>{tries ?? "–"}</td>
      <td>{answer !== null && <SymbolText text={answerWords(settings, answer)} />}</td>
      <td>
        <SymbolText text={[...problems, ...notes].join(" ")} />
      </td>
      <td>{answer !== null && <Open one={one} />}</td>
    </tr>
  );
}

function Outcome({ one }: { readonly one: CheckedEntry }) {
  const result = resultOf(one);
  return result === "not counted" ? "not counted" : <Sign met={result === "met"} />;
}

function Open({ one }: { readonly one: CheckedEntry }) {
  const bench = useBench();
  const { answer } = one;
  if (answer === null) return null;
  return (
    <a
      className="strip__link"
      href={`#${scenarioToUrl(answer)}`}
      aria-label={openLabel(whoWords(one))}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        bench.openRun(answer);
      }}
    >
      Open
    </a>
  );
}
