/** Challenges: built-in tasks with a program. */
import { useEffect, useState } from "react";
import { packText } from "../../../lib/packed-text.ts";
import { countsWords } from "../../../teaching/check/check.ts";
import { packTask } from "../../../teaching/task/task.ts";
import type { Bench } from "../../core/bench.ts";
import { useBench } from "../../core/use-store.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { type StoredChallenge, type StoredLab, storedChallenges, storedLabs } from "./guide-documents.ts";
import "./document-list.css";

/** Returns the challenges; null while they load; a sentence if they cannot be loaded. */
export function useChallenges(): readonly StoredChallenge[] | string | null {
  const bench = useBench();
  const [list, setList] = useState<readonly StoredChallenge[] | string | null>(null);
  useEffect(() => {
    storedChallenges().then(
      (all) => {
        agreeToAll(bench, all);
        setList(all);
      },
      (reason: unknown) => setList(reason instanceof Error ? reason.message : String(reason)),
    );
  }, [bench]);
  return list;
}

/** Returns the labs; null while they load; a sentence if they cannot be loaded. */
export function useLabs(): readonly StoredLab[] | string | null {
  const [list, setList] = useState<readonly StoredLab[] | string | null>(null);
  useEffect(() => {
    storedLabs().then(setList, (reason: unknown) =>
      setList(reason instanceof Error ? reason.message : String(reason)),
    );
  }, []);
  return list;
}

/** The programs of built-in challenges run without asking the user. */
function agreeToAll(bench: Bench, all: readonly StoredChallenge[]): void {
  for (const { task } of all) for (const { code } of task.programs) bench.consent.give(packText(code));
}

export function Challenges() {
  const list = useChallenges();
  return (
    <>
      <header className="lessons__head">
        <h2>Challenges</h2>
        <p>
          In each challenge you write a program, a sender or a queue, next to the plots. The page tests it on
          the path that you see. Your teacher tests it on more paths.
        </p>
      </header>
      {typeof list === "string" && <p role="alert">{list}</p>}
      {list === null && <p role="status">Loading the challenges…</p>}
      {Array.isArray(list) && (
        <ol className="lessons__list">
          {list.map((one: StoredChallenge) => (
            <li key={one.task.id} className="lesson-row">
              <Challenge {...one} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Challenge({ task }: StoredChallenge) {
  const fragment = `task=${packTask(task)}`;
  const kind = task.code?.kind ?? "sender";
  return (
    <>
      <div className="lesson-row__what">
        <h3 lang={task.lang}>{task.title}</h3>
        <p className="lesson-row__facts">
          <span>{`You write the ${kind}.`}</span>
        </p>
        <ul className="lesson-row__facts">
          {countsWords(task).map((words) => (
            <li key={words}>
              <SymbolText text={words} />
            </li>
          ))}
        </ul>
      </div>
      <div className="lesson-row__acts">
        <a className="button button--main" href={`#${fragment}`} aria-label={`Start: ${task.title}`}>
          Start
        </a>
        <CopyButton text={`${location.href.split("#")[0]}#${fragment}`} label="Copy link" />
      </div>
    </>
  );
}
