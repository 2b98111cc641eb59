/** The screen for teachers: set a task, check hand-ins, write a lesson or a talk. */

import { type KeyboardEvent, useMemo } from "react";
import { type ClassTab, useFeatures } from "../../bench/feature.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { LazyPlace } from "../../shared/lazy.tsx";

export function ClassScreen() {
  const features = useFeatures();
  const tabs = useMemo(() => features.flatMap((feature) => feature.tabs ?? []), [features]);
  const name = useBenchState((state) => state.screen.text);
  const shown = tabNamed(tabs, name);
  if (shown === undefined) return null;
  const { Panel } = shown;
  return (
    <main className="class" aria-label="Class">
      <Tabs tabs={tabs} shown={shown} />
      <div role="tabpanel" id="class-panel" aria-labelledby={tabId(shown)} className="class__panel">
        <LazyPlace key={shown.id} part={`The part “${shown.label}”`}>
          <Panel />
        </LazyPlace>
      </div>
    </main>
  );
}

const tabId = ({ id }: ClassTab) => `class-tab-${id === "" ? "task" : id}`;

interface TabsProps {
  readonly tabs: readonly ClassTab[];
  readonly shown: ClassTab;
}

/** The tabs share one Tab stop; arrow keys move between them. */
function Tabs({ tabs, shown }: TabsProps) {
  const bench = useBench();
  const show = (tab: ClassTab) => bench.showScreen({ id: "class", text: tab.id }, "replace");
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(shown) + step + tabs.length) % tabs.length];
    show(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div className="class__tabs" role="tablist" aria-label="Class">
      {tabs.map((tab) => (
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

/** Returns the tab that a URL names. The first tab is shown if the URL names none. */
export function tabNamed(tabs: readonly ClassTab[], text: string): ClassTab | undefined {
  const name = text.split("&")[0];
  return tabs.find(({ id }) => id === name) ?? tabs[0];
}
