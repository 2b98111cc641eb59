/** A comparison as one SVG file: the delay distribution, cwnd and delay of each run, the table, and the origin of the runs. */
import type { Figure } from "../../../experiments/experiment.ts";
import {
  differingSettings,
  type NotebookRow,
  type NotebookRun,
  notebookNumbers,
} from "../../parts/runs/notebook-table.ts";
import {
  drawSmall,
  type NotebookScales,
  SMALL_PLOTS,
  SMALL_SIZE,
  smallPicture,
} from "../../parts/runs/small-plots.ts";
import { type ChartColours, canvasPaint, flowDash } from "../../shared/chart/colours.ts";
import { drawnAsSvg } from "../../shared/chart/svg-surface.ts";
import { figureDrawing } from "../../shared/figures/figure-svg.ts";
import {
  type Drawing,
  element,
  SIDE_PX,
  svgFile,
  symbolText,
  TEXT_SIZE,
  widestPx,
} from "../../shared/figures/svg-text.ts";
import { comparedFlows, runHue } from "./compare-figures.ts";

export interface ComparePicture {
  readonly runs: readonly NotebookRun[];
  readonly figure: Figure;
  /** Scales of the small plots. */
  readonly scales: NotebookScales;
  /** Index of the run that the other runs are compared with. */
  readonly against: number;
  readonly caption: readonly string[];
}

const [GAP, ROW] = [18, 17];
const PLOT_HEIGHT = 330;
const LEAST_WIDTH = 760;
const PANEL_WIDTH = 330;

/** The small plots of each run. Those of the run have the run's colour, the others have the flows' colours. */
export const COMPARED_PLOTS: readonly { readonly id: string; readonly isOfRun: boolean }[] = [
  { id: "cwnd", isOfRun: false },
  { id: "delay", isOfRun: true },
];

export function comparePicture(picture: ComparePicture, colours: ChartColours): string {
  const { runs, figure, caption } = picture;
  const width = Math.max(LEAST_WIDTH, runs.length * PANEL_WIDTH);
  const parts: Drawing[] = [
    figureDrawing(figure, colours, { width, height: PLOT_HEIGHT }),
    flowLegend(comparedFlows(runs), colours),
    panelRows(picture, width, colours),
    numbersTable(picture, width, colours),
  ];
  const title = `Queue delay, cumulative: ${runs.map(({ name }) => name).join(", ")}`;
  const spaced = parts.map(({ text, height }) => ({ text, height: height + GAP }));
  return svgFile({ title, width, parts: spaced, caption }, colours);
}

function flowLegend(flows: readonly string[], colours: ChartColours): Drawing {
  let x = SIDE_PX;
  const entries = flows.map((name, flow) => {
    const line = element("line", {
      ...{ x1: x, x2: x + 26, y1: 6, y2: 6 },
      stroke: canvasPaint(flow, colours),
      "stroke-width": 2,
      "stroke-dasharray": flowDash(flow).join(" ") || undefined,
    });
    const words = symbolText({ x: x + 32, y: 10, fill: colours.ink }, name);
    x += 32 + widestPx(name, TEXT_SIZE) + 16;
    return line + words;
  });
  return { text: entries.join(""), height: 12 };
}

/** Draws a column for each run, below the run's name in its colour. */
function panelRows({ runs, scales }: ComparePicture, width: number, colours: ChartColours): Drawing {
  const column = (width - 2 * SIDE_PX) / runs.length;
  const scale = column / SMALL_SIZE.width;
  const records = COMPARED_PLOTS.flatMap(({ id, isOfRun }) =>
    SMALL_PLOTS.filter((plot) => plot.id === id).map((record) => ({ record, isOfRun })),
  );
  const rows = records.length;
  const tall = SMALL_SIZE.height * scale + ROW;
  const texts = runs.flatMap((shown, run) => {
    const x = SIDE_PX + run * column;
    const head = symbolText(
      { x, y: 11, "font-size": 12, "font-weight": 650, fill: canvasPaint(runHue(run), colours) },
      shown.name,
    );
    const plots = records.map(({ record, isOfRun }, row) => {
      const small = smallPicture(record, shown, scales, isOfRun ? runHue(run) : undefined);
      const y = ROW + row * tall;
      const words = symbolText({ x, y: y + 12, fill: colours.inkSoft }, small.title);
      const transform = `translate(${x.toFixed(2)},${y + ROW}) scale(${scale.toFixed(4)})`;
      const drawn = drawnAsSvg(`run${run}-${record.id}`, (surface) => drawSmall(surface, small, colours));
      return words + element("g", { transform }, drawn);
    });
    return [head, ...plots];
  });
  const foot = symbolText(
    { x: width - SIDE_PX, y: ROW + rows * tall + 8, "text-anchor": "end", fill: colours.inkSoft },
    "time (s)",
  );
  return { text: texts.join("") + foot, height: ROW + rows * tall + 10 };
}

function numbersTable({ runs, against }: ComparePicture, width: number, colours: ChartColours): Drawing {
  const rows: NotebookRow[] = [
    ...differingSettings(
      runs.map(({ scenario }) => scenario),
      against,
    ),
    ...notebookNumbers(runs, against),
  ];
  const first = Math.min(260, width / 4);
  const column = (width - 2 * SIDE_PX - first) / runs.length;
  const right = (run: number) => SIDE_PX + first + (run + 1) * column;
  const head = runs.map(({ name }, run) => {
    const look = { y: 11, "text-anchor": "end", "font-weight": 650 };
    const text = run === against ? `${name} (base)` : name;
    return symbolText({ x: right(run), ...look, fill: canvasPaint(runHue(run), colours) }, text);
  });
  const lines = rows.map(({ label, cells }, row) => {
    const y = ROW * (row + 1) + 12;
    const rule = { x1: SIDE_PX, x2: width - SIDE_PX, y1: y - 12, y2: y - 12, stroke: colours.hairline };
    const values = cells.map(({ value, difference }, run) =>
      symbolText(
        { x: right(run), y, "text-anchor": "end", fill: colours.ink },
        difference === null || difference === "" ? value : `${value} (${difference})`,
      ),
    );
    return (
      element("line", rule) + symbolText({ x: SIDE_PX, y, fill: colours.inkSoft }, label) + values.join("")
    );
  });
  return { text: [...head, ...lines].join(""), height: ROW * (rows.length + 1) + 4 };
}
