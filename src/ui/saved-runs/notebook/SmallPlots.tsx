/** cwnd, queue delay and its distribution of one run, small, on scales of the whole notebook or its own. */
import { memo, type ReactNode } from "react";
import { flowColour, flowDash } from "../../shared/chart/flow-style.ts";
import type { Scale } from "../../shared/chart/scale.ts";
import { watchedLink } from "../../state/watched-link.ts";
import { smallPlotWords } from "./notebook-plots.ts";
import type { NotebookRun } from "./notebook-table.ts";
import { plotTitle, smallCwndTitle } from "./notebook-words.ts";
import {
  distributionPath,
  SHOWN_FLOWS,
  SMALL,
  type SmallScales,
  scalesOf,
  seriesPath,
} from "./small-plots.ts";

interface SmallPlotsProps {
  readonly run: NotebookRun;
  /** Those that all runs share; null: the run has its own. */
  readonly shared: SmallScales | null;
}

export const SmallPlots = memo(function SmallPlots({ run, shared }: SmallPlotsProps) {
  const { time, cwnd, delay, delays, share } = shared ?? scalesOf([run]);
  const named = (title: string) => plotTitle(title, shared === null);
  const { flows } = run.snapshot;
  const link = watchedLink(run);
  const words = smallPlotWords(run);
  const shown = flows.slice(0, SHOWN_FLOWS);
  const cwndTitle = smallCwndTitle(shown.length, flows.length - shown.length);
  return (
    <div className="kept__plots">
      <SmallPlot title={named(cwndTitle)} x={time} xWords="time (s)" y={cwnd} words={words.cwnd}>
        {shown.map((trace) => (
          <path
            key={trace.flow}
            d={seriesPath(trace.cwnd, time, cwnd)}
            stroke={flowColour(trace.flow)}
            strokeDasharray={flowDash(trace.flow).join(" ") || undefined}
          />
        ))}
      </SmallPlot>
      <SmallPlot title={named("queue delay (ms)")} x={time} xWords="time (s)" y={delay} words={words.delay}>
        <path d={seriesPath(link.queue.sojournMs, time, delay)} />
      </SmallPlot>
      <SmallPlot
        title={named("share of packets")}
        x={delays}
        xWords="queue delay (ms)"
        y={share}
        words={words.distribution}
      >
        <path d={distributionPath(link.delayCdf, delays, share)} />
      </SmallPlot>
    </div>
  );
});

interface SmallPlotProps {
  readonly title: string;
  readonly x: Scale;
  readonly xWords: string;
  readonly y: Scale;
  readonly words: string;
  readonly children: ReactNode;
}

const TICKS = 4;

/** With half a line's width on each side. */
const AIR = 1;
const INSIDE = {
  y: SMALL.top - AIR,
  width: SMALL.width,
  height: SMALL.bottom - SMALL.top + 2 * AIR,
  viewBox: `0 ${SMALL.top - AIR} ${SMALL.width} ${SMALL.bottom - SMALL.top + 2 * AIR}`,
};

function SmallPlot({ title, x, xWords, y, words, children }: SmallPlotProps) {
  const [textOfX, textOfY] = [x.tickFormat(TICKS), y.tickFormat(TICKS)];
  return (
    <figure className="small-plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${SMALL.width} ${SMALL.height}`} role="img" aria-label={words}>
        {y.ticks(TICKS).map((value) => (
          <g key={value}>
            <line className="small-plot__rule" x1={SMALL.left} x2={SMALL.right} y1={y(value)} y2={y(value)} />
            <text x={SMALL.left - 5} y={y(value) + 4} textAnchor="end">
              {textOfY(value)}
            </text>
          </g>
        ))}
        {x.ticks(TICKS).map((value) => (
          <text key={value} x={x(value)} y={SMALL.bottom + 14} textAnchor="middle">
            {textOfX(value)}
          </text>
        ))}
        {/* What is higher than the plot leaves it at its top. */}
        <svg className="small-plot__lines" aria-hidden="true" {...INSIDE}>
          {children}
        </svg>
      </svg>
      <p className="small-plot__x">{xWords}</p>
    </figure>
  );
}
