/** The moments of the story that is shown, as numbered hairlines over a time plot: a layer of its own, no curve is painted anew. */
import { memo, useMemo } from "react";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { useBenchState } from "../../state/use-store.ts";
import { chainMarks } from "./chain-marks.ts";

const SIGN_HEIGHT_PX = 16;

export const ChainMarks = memo(function ChainMarks({ plot }: { readonly plot: Plot }) {
  const chain = useBenchState(({ why }) => why?.story?.chain ?? null);
  const marks = useMemo(() => (chain === null ? [] : chainMarks(chain, plot)), [chain, plot]);
  if (marks.length === 0) return null;
  const top = plot.bottom - SIGN_HEIGHT_PX - 3;
  return (
    <svg className="why-chain" width={plot.width} height={plot.height} aria-hidden="true">
      {marks.map(({ xs, text, x, widthPx }) => (
        <g key={text}>
          {xs.map((at) => (
            <line key={at} x1={at + 0.5} x2={at + 0.5} y1={plot.top} y2={plot.bottom} />
          ))}
          <rect x={x - widthPx / 2} y={top} width={widthPx} height={SIGN_HEIGHT_PX} rx="8" />
          <text x={x} y={top + 12} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
    </svg>
  );
});
