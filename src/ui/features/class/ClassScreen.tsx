/** The screen for teachers: set a task, check hand-ins, write a lesson or a talk. */

import { useMemo } from "react";
import { useFeatures } from "../../bench/feature.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { LazyPlace } from "../../shared/lazy.tsx";
import { Tabs, tabNamed } from "../../shared/Tabs.tsx";
import "./class.css";

export function ClassScreen() {
  const bench = useBench();
  const features = useFeatures();
  const tabs = useMemo(() => features.flatMap((feature) => feature.tabs ?? []), [features]);
  const name = useBenchState((state) => state.screen.text);
  const shown = tabNamed(tabs, name);
  if (shown === undefined) return null;
  const { Panel } = shown;
  return (
    <main className="class" aria-label="Class">
      <Tabs
        name="Class"
        tabs={tabs}
        shown={shown}
        onShow={({ id }) => bench.showScreen({ id: "class", text: id }, "replace")}
      >
        <LazyPlace key={shown.id} part={`The part “${shown.label}”`}>
          <Panel />
        </LazyPlace>
      </Tabs>
    </main>
  );
}
