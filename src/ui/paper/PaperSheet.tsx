/** What is printed of the bench: plots, numbers, settings and link, on white and without controls. */
import { type RefCallback, useCallback, useEffect, useMemo, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { version } from "../../../package.json";
import type { RunView } from "../charts/chart-props.ts";
import { drawNow } from "../charts/draw-scheduler.ts";
import { type Paper, PaperContext } from "../charts/paper.ts";
import { readColours } from "../charts/theme-colours.ts";
import { useTimeChartProps } from "../hooks/use-chart-props.ts";
import { useRuns } from "../hooks/use-runs.ts";
import { useBench, useBenchState } from "../hooks/use-store.ts";
import { Headline } from "../panels/Headline.tsx";
import { SidePanel } from "../panels/SidePanel.tsx";
import * as stage from "../plots/stage-registry.ts";
import { SymbolText } from "../SymbolText.tsx";
import { originLine } from "../words/panel-words.ts";
import { settingsList } from "../words/settings-list.ts";
import "./sheet.css";

/** Three dots to a px are 288 to an inch. */
const PAPER_DPR = 3;

export function PaperSheet() {
  return usePrinting() ? createPortal(<Sheet />, document.body) : null;
}

/** The page on paper must be complete when the browser asks for it: it waits for nothing. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia("print");
    const begin = () => {
      flushSync(() => setPrinting(true));
      drawNow();
    };
    const end = () => setPrinting(false);
    const follow = () => (media.matches ? begin() : end());
    const over = new AbortController();
    window.addEventListener("beforeprint", begin, { signal: over.signal });
    window.addEventListener("afterprint", end, { signal: over.signal });
    media.addEventListener("change", follow, { signal: over.signal });
    return () => over.abort();
  }, []);
  return printing;
}

function Sheet() {
  const { run, pinned } = useRuns();
  const [paper, setPaper] = useState<Paper | null>(null);
  const measure: RefCallback<HTMLElement> = useCallback((sheet) => {
    if (sheet !== null) setPaper({ colours: readColours(sheet), dpr: PAPER_DPR });
  }, []);
  return (
    <article className="sheet" ref={measure}>
      <h1>Sawtooth</h1>
      {run !== null && paper !== null && (
        <PaperContext value={paper}>
          <Headline run={run} pinned={pinned} />
          <StagePlots run={run} pinned={pinned} />
          <section className="sheet__side">
            <SidePanel run={run} pinned={pinned} />
          </section>
        </PaperContext>
      )}
      <Settings />
      <Origin digest={run?.snapshot.done ? run.snapshot.digest : null} />
    </article>
  );
}

function StagePlots({ run, pinned }: { readonly run: RunView; readonly pinned: RunView | null }) {
  const chart = useTimeChartProps(run, pinned);
  return Object.values(stage).map(({ id, Plot }) => <Plot key={id} chart={chart} />);
}

function Settings() {
  const scenario = useBenchState((state) => state.scenario);
  const groups = useMemo(() => settingsList(scenario), [scenario]);
  return (
    <section>
      <h2>Settings</h2>
      <div className="sheet__settings">
        {groups.map(({ title, items }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {items.map(({ name, value }) => (
                <div key={name}>
                  <dt>
                    <SymbolText text={name} />
                  </dt>
                  <dd>
                    <SymbolText text={value} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  );
}

/** Where the page comes from, and how to come back to it. */
function Origin({ digest }: { readonly digest: string | null }) {
  const { url } = useBench();
  const seed = useBenchState((state) => String(state.scenario.run.seed));
  return (
    <footer className="sheet__origin">
      <p>{url.link()}</p>
      <p>{originLine(version, seed, digest)}</p>
    </footer>
  );
}
