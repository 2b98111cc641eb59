/** Whose curve is which in the distribution of delays. */

import type { ChartNote } from "../../shared/chart/chart-model.ts";
import { flowDash } from "../../shared/chart/colours.ts";
import { type CdfPicture, ghostName } from "./cdf-model.ts";
import { runPaint } from "./run-facts.ts";

export function cdfNotes({ run, pinned, byFlow }: CdfPicture): ChartNote[] {
  return [
    { text: "all packets", paint: runPaint(run), dash: [] },
    ...byFlow.map(({ flow, name }) => ({ text: name, paint: flow, dash: flowDash(flow) })),
    ...(pinned === null ? [] : [{ text: ghostName(run, pinned), paint: "ghost", dash: [] } as const]),
  ];
}
