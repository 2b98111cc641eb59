/** The screen for teachers: set a task, check hand-ins, write a lesson or a talk. */

import type { ComponentType, KeyboardEvent } from "react";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { ErrorBoundary } from "../../shared/lazy.tsx";
import { LessonTab } from "../lessons/LessonTab.tsx";
import { TalkTab } from "../talks/TalkTab.tsx";
import { CheckTab } from "../tasks/teacher/CheckTab.tsx";
import { SetTaskTab } from "../tasks/teacher/SetTaskTab.tsx";

export function ClassScreen() {
  const shown = useBenchState((state) => tabNamed(state.screen.text));
  const { Panel } = shown;
  return (
    <main className="class" aria-label="Class">
      <Tabs shown={shown} />
      <div role="tabpanel" id="class-panel" aria-labelledby={tabId(shown)} className="class__panel">
        <ErrorBoundary key={shown.id} part={`The part “${shown.label}”`}>
          <Panel />
        </ErrorBoundary>
      </div>
    </main>
  );
}

const tabId = ({ id }: ClassTab) => `class-tab-${id === "" ? "task" : id}`;

/** The tabs share one Tab stop; arrow keys move between them. */
function Tabs({ shown }: { readonly shown: ClassTab }) {
  const bench = useBench();
  const show = (tab: ClassTab) => bench.showScreen({ id: "class", text: tab.id }, "replace");
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = CLASS_TABS[(CLASS_TABS.indexOf(shown) + step + CLASS_TABS.length) % CLASS_TABS.length];
    show(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div className="class__tabs" role="tablist" aria-label="Class">
      {CLASS_TABS.map((tab) => (
        <button
          key={tab.id}
          id={tabId(tab)}
          type="button"
          role="tab"
          className="class__tab"
          aria-selected={tab === shown}
          aria-controls="class-panel"
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => show(tab)}
          onKeyDown={onKeyDown}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

export interface ClassTab {
  /** The tab's name in URLs after "screen=class&". It never changes. */
  readonly id: string;
  readonly label: string;
  readonly Panel: ComponentType;
}

/** The tabs. The first tab is shown if the URL names none. */
export const CLASS_TABS: readonly ClassTab[] = [
  { id: "", label: "Set a task", Panel: SetTaskTab },
  { id: "check", label: "Check hand-ins", Panel: CheckTab },
  { id: "lesson", label: "Lesson", Panel: LessonTab },
  { id: "talk", label: "Talk", Panel: TalkTab },
];

/** Returns the tab that a URL names. */
export function tabNamed(text: string): ClassTab {
  const name = text.split("&")[0];
  return CLASS_TABS.find(({ id }) => id === name) ?? CLASS_TABS[0];
}
