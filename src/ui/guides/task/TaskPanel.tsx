/** The task that a student works on: what is asked, what counts and how it stands, tries, hints, and the way to hand in. */
import "./task.css";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { variantWords } from "../../../teaching/check.ts";
import { tokensOf } from "../../../teaching/document.ts";
import type { Task } from "../../../teaching/task.ts";
import { disabledBecause } from "../../shared/because.ts";
import { Markdown } from "../../shared/markdown/Markdown.tsx";
import { problemText } from "../../shared/problem-words.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import type { GuidePanelProps } from "../../state/beside.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { GuideFrame } from "../GuideFrame.tsx";
import { Conditions } from "./Conditions.tsx";
import { HandInPart } from "./HandInPart.tsx";
import { NameField } from "./NameField.tsx";
import { TryPart } from "./TryPart.tsx";
import { type TaskDesk, type TaskState, taskDeskOf } from "./task-desk.ts";
import { changeWords, handedInAs, hintLabel, variantLine } from "./task-panel-words.ts";

export function TaskPanel({ guide }: GuidePanelProps) {
  const bench = useBench();
  const desk = useMemo(() => taskDeskOf(bench), [bench]);
  useEffect(() => desk.open(guide), [desk, guide]);
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.get);
  const { task } = state;
  if (task === null) return <Unreadable desk={desk} problems={state.problems} />;
  return (
    <GuideFrame kind="Task" title={task.title} lang={task.lang} onLeave={() => desk.leave()}>
      <Words words={task.words} lang={task.lang} />
      <Who desk={desk} state={state} task={task} />
      {state.variant !== null && <Work desk={desk} state={state} task={task} />}
    </GuideFrame>
  );
}

function Unreadable({ desk, problems }: Pick<TaskState, "problems"> & { readonly desk: TaskDesk }) {
  return (
    <GuideFrame kind="Task" title="It cannot be read" lang="en" onLeave={() => desk.leave()}>
      <ul className="task__problems" role="alert">
        {problems.map((problem) => (
          <li key={problemText(problem)}>{problemText(problem)}</li>
        ))}
      </ul>
    </GuideFrame>
  );
}

export function Words({ words, lang }: Pick<Task, "words" | "lang">) {
  const tokens = useMemo(() => tokensOf(words), [words]);
  return <Markdown tokens={tokens} lang={lang} />;
}

interface PartProps {
  readonly desk: TaskDesk;
  readonly state: TaskState;
  readonly task: Task;
}

/** The name comes first where the variant depends on it. */
function Who({ desk, state, task }: PartProps) {
  const { name, tries, handedIn, variant } = state;
  if (handedIn) return <p className="task__handed">{handedInAs(name, tries)}</p>;
  const words = variant === null ? "" : variantWords(variant);
  return (
    <>
      {task.vary.length > 0 && <NameField desk={desk} name={name} isFirst={variant === null} />}
      {words !== "" && <p className="task__variant">{variantLine(words)}</p>}
    </>
  );
}

function Work({ desk, state, task }: PartProps) {
  const scenario = useBenchState((bench) => bench.scenario);
  const standing = useMemo(() => {
    void state;
    return desk.standing(scenario);
  }, [desk, scenario, state]);
  return (
    <>
      <section className="task__part" aria-label="What may be changed">
        <h2>You may change</h2>
        <ul className="task__changes">
          {changeWords(task.changes).map((words) => (
            <li key={words}>
              <SymbolText text={words} />
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="button button--small"
          {...disabledBecause(standing.settings.length > 0 ? null : "Nothing has been changed yet")}
          onClick={() => desk.beginAnew()}
        >
          Begin anew
        </button>
      </section>
      <Conditions task={task} standing={standing} />
      <TryPart desk={desk} state={state} task={task} standing={standing} />
      <Hints desk={desk} state={state} task={task} />
      {!state.handedIn && (
        <HandInPart desk={desk} state={state} task={task} scenario={scenario} standing={standing} />
      )}
    </>
  );
}

function Hints({ desk, state: { hints }, task }: PartProps) {
  const { hints: all, lang } = task;
  const list = useRef<HTMLOListElement>(null);
  if (all.length === 0) return null;
  const show = () => {
    desk.showHint();
    // The button goes with the last one.
    if (hints + 1 === all.length) list.current?.focus();
  };
  return (
    <section className="task__part" aria-label="Hints">
      <ol ref={list} className="task__hints" aria-live="polite" tabIndex={-1}>
        {all.slice(0, hints).map((hint) => (
          <li key={hint}>
            <Words words={hint} lang={lang} />
          </li>
        ))}
      </ol>
      {hints < all.length && (
        <button type="button" className="button button--small" onClick={show}>
          {hintLabel(hints, all.length)}
        </button>
      )}
    </section>
  );
}
