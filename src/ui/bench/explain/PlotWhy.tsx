/** What lies over a time plot so that it can be asked why: the sign at a symbol that would answer, and the chain of a story. */
import "./sign.css";
import { askWords, whyTitle } from "./why-words.ts";
import "./why.css";
import { type RefObject, useEffect, useRef } from "react";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { useBench } from "../../state/use-store.ts";
import type { TimeChartProps } from "../plots/time-chart.ts";
import { ChainMarks } from "./ChainMarks.tsx";
import { eventName, eventTitle } from "./event-words.ts";
import { PlotAsking, type PlotTarget } from "./plot-asking.ts";
import type { PlotOf } from "./plot-events.ts";

export interface PlotWhyProps {
  readonly kind: string;
  readonly of: PlotOf;
  readonly chart: TimeChartProps;
  readonly plot: Plot;
  readonly surface: RefObject<HTMLElement | null>;
}

/** Room that the sign needs at the right of a symbol. */
const SIGN_ROOM_PX = 190;

export function PlotWhy({ kind, of, chart, plot, surface }: PlotWhyProps) {
  const bench = useBench();
  const sign = useRef<HTMLDivElement>(null);
  const latest = useRef<PlotTarget>(null);
  const listening = useRef<PlotAsking>(null);
  useEffect(() => {
    latest.current = { kind, of, run: chart.run, only: chart.highlightFlow, plot, chart };
  });
  useEffect(() => {
    if (surface.current === null) return;
    const asking = bench.asking;
    const made = new PlotAsking(surface.current, () => latest.current as PlotTarget, {
      ask: (question) => asking.ask(question),
      show: (event, x, y) => {
        const { run, plot: now } = latest.current as PlotTarget;
        place(sign.current, event && whyTitle(eventTitle(run, event)), x, y, now);
      },
      say: (event) => bench.announcer.say(askWords(eventName(event), event.atS)),
    });
    listening.current = made;
    return () => made.stop();
  }, [bench, surface]);
  const { cursorS } = chart;
  useEffect(() => {
    if (cursorS !== null) listening.current?.atCursor();
  }, [cursorS]);
  return (
    <>
      <ChainMarks plot={plot} />
      <div className="why-sign" ref={sign} hidden aria-hidden="true" />
    </>
  );
}

/** Written past React: it follows the pointer. */
function place(sign: HTMLElement | null, text: string | null, x: number, y: number, plot: Plot): void {
  if (sign === null) return;
  sign.hidden = text === null;
  if (text === null) return;
  sign.textContent = text;
  const toLeft = x + SIGN_ROOM_PX > plot.width;
  sign.style.transform = `translate(${Math.round(x)}px, ${Math.round(y + 14)}px) translateX(${toLeft ? "calc(-100% + 10px)" : "-10px"})`;
}
