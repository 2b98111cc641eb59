/** For teachers: a task is set, hand-ins are checked, a talk is written. */
import "./class.css";
import type { KeyboardEvent } from "react";
import { ErrorBoundary } from "../../shared/lazy.tsx";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { partName } from "./class-words.ts";
import { CLASS_TABS, type ClassTab, tabNamed } from "./tabs.ts";

export function ClassScreen() {
  const shown = useBenchState((state) => tabNamed(state.screen.text));
  const { Panel } = shown;
  return (
    <main className="class" aria-label="Class">
      <Tabs shown={shown} />
      <div role="tabpanel" id="class-panel" aria-labelledby={tabId(shown)} className="class__panel">
        <ErrorBoundary key={shown.id} part={partName(shown.label)}>
          <Panel />
        </ErrorBoundary>
      </div>
    </main>
  );
}

const tabId = ({ id }: ClassTab) => `class-tab-${id === "" ? "task" : id}`;

/** One stop of the Tab key; arrows go from one to the next. */
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
