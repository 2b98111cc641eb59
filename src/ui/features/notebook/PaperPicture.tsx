/**
 * A plot as a picture for lecture notes or a paper: its size in cm, font size and font, with or without title and
 * URL.
 */

import { type ReactNode, useId, useMemo, useState } from "react";
import { useRuns } from "../../bench/BenchScreen.tsx";
import { pngOf } from "../../bench/pictures/picture-svg.ts";
import { askedPlotOf } from "../../bench/pictures/SavePicture.tsx";
import { paperPicture, type SavedPicture } from "../../bench/pictures/shown-plots.ts";
import type { Bench } from "../../core/bench.ts";
import type { RunView } from "../../core/run-view.ts";
import { useBench } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { PLOT_PIECES } from "../../parts/pieces.ts";
import { type FigureAt, useTimeChartProps } from "../../plots/chart-props.ts";
import { PLOTS } from "../../plots/registry.ts";
import { Button, Check } from "../../shared/Button.tsx";
import { useThrottled } from "../../shared/hooks.ts";
import { saveFile } from "../../shared/site-file.ts";
import "./report.css";

export function PaperPicture() {
  const { id } = askedPlotOf(useBench());
  const { run, pinned } = useRuns();
  const label = PLOT_PIECES.find((piece) => piece.id === id)?.label ?? id;
  return (
    <Dialog name="picture" title={`Picture for a paper: ${label}`}>
      {run === null ? <p role="status">Computing the run…</p> : <Maker plot={id} run={run} pinned={pinned} />}
    </Dialog>
  );
}

interface Wanted {
  readonly widthCm: number;
  readonly heightCm: number;
  readonly letterPt: number;
  readonly font: string;
  readonly isTitled: boolean;
  readonly hasCaption: boolean;
  readonly wholePeak: boolean;
}

/** Column sizes of IEEE and ACM, and a slide. */
const SIZES = [
  { label: "One column, 8.8 × 5.5 cm", widthCm: 8.8, heightCm: 5.5, letterPt: 8 },
  { label: "Two columns, 18 × 6.5 cm", widthCm: 18, heightCm: 6.5, letterPt: 8 },
  { label: "Lecture notes, 14 × 7 cm", widthCm: 14, heightCm: 7, letterPt: 9 },
  { label: "Slide, 30 × 15 cm", widthCm: 30, heightCm: 15, letterPt: 16 },
] as const;
const FONTS = [
  { label: "Helvetica or Arial", value: 'Helvetica, Arial, "Liberation Sans", sans-serif' },
  { label: "Times", value: '"Times New Roman", Times, "Liberation Serif", serif' },
  {
    label: "Computer Modern, as in LaTeX",
    value: '"Latin Modern Roman", "CMU Serif", "Times New Roman", serif',
  },
] as const;
const [USUAL] = SIZES;
const START: Wanted = {
  ...{ widthCm: USUAL.widthCm, heightCm: USUAL.heightCm, letterPt: USUAL.letterPt },
  font: FONTS[0].value,
  isTitled: false,
  hasCaption: false,
  wholePeak: false,
};
const LIMITS = { widthCm: [4, 60], heightCm: [3, 60], letterPt: [5, 40] } as const;
/** Font size of a plot on the page, in px of its layout. */
const LETTER_PX = 11;
const PT_PER_CM = 72 / 2.54;
const PNG_DOTS_PER_INCH = 600;

/** Returns the layout size in px with which text of 11 px gets the wanted size on paper. */
export function layoutPx(cm: number, letterPt: number): number {
  return Math.round((cm * PT_PER_CM * LETTER_PX) / letterPt);
}

interface MakerProps {
  readonly plot: string;
  readonly run: RunView;
  readonly pinned: RunView | null;
}

function Maker({ plot, run, pinned }: MakerProps) {
  const [wanted, setWanted] = useState(START);
  const chart = useTimeChartProps(run, pinned);
  const { wholePeak } = wanted;
  const drawn = useMemo(() => ({ ...chart, wholePeak, timeLabels: true }), [chart, wholePeak]);
  const Figure = PLOTS.find(({ id }) => id === plot)?.Figure;
  return (
    Figure && (
      <Figure chart={drawn}>
        {(figureAt) => <Preview figureAt={figureAt} wanted={wanted} onWanted={setWanted} />}
      </Figure>
    )
  );
}

interface PreviewProps {
  /** Null if there is nothing to draw. */
  readonly figureAt: FigureAt | null;
  readonly wanted: Wanted;
  onWanted(wanted: Wanted): void;
}

/** Time between two drawings of the picture (ms), during a run in progress. */
const EACH_MS = 200;

function Preview({ figureAt, wanted, onWanted }: PreviewProps) {
  const bench = useBench();
  const shown = useThrottled(figureAt, EACH_MS);
  const picture = useMemo(() => shown && pictureAt(bench, shown, wanted), [bench, shown, wanted]);
  const change = (next: Partial<Wanted>) => onWanted({ ...wanted, ...next });
  const [error, setError] = useState<string | null>(null);
  const save = async (format: "svg" | "png") => {
    if (picture === null) return;
    try {
      if (format === "svg") saveFile(`${picture.name}.svg`, "image/svg+xml", picture.svg);
      else saveFile(`${picture.name}.png`, "image/png", await pngOf(picture.svg, PNG_DOTS_PER_INCH));
      setError(null);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <div className="paper-picture">
      <form className="paper-picture__form" onSubmit={(event) => event.preventDefault()}>
        <SizeMenu wanted={wanted} onChange={change} />
        <NumberIn name="widthCm" label="Width (cm)" wanted={wanted} onChange={change} />
        <NumberIn name="heightCm" label="Height (cm)" wanted={wanted} onChange={change} />
        <NumberIn name="letterPt" label="Font size (pt)" wanted={wanted} onChange={change} />
        <FontMenu wanted={wanted} onChange={change} />
        <Check checked={wanted.isTitled} onCheck={(isTitled) => change({ isTitled })}>
          Title (otherwise the y axis has a label)
        </Check>
        <Check checked={wanted.hasCaption} onCheck={(hasCaption) => change({ hasCaption })}>
          Link, seed and version below the picture
        </Check>
        <Check checked={wanted.wholePeak} onCheck={(wholePeak) => change({ wholePeak })}>
          Show the whole initial peak (otherwise an arrow shows its height)
        </Check>
        <p className="share__acts">
          <Button look="main" refusal={notYet(picture)} onClick={() => void save("svg")}>
            Save as SVG
          </Button>
          <Button refusal={notYet(picture)} onClick={() => void save("png")}>
            {`Save as PNG, ${PNG_DOTS_PER_INCH} dpi`}
          </Button>
        </p>
        {error !== null && <p role="alert">{error}</p>}
      </form>
      <figure className="paper-picture__preview">
        {picture !== null && (
          <img alt="Preview" src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`} />
        )}
        <figcaption className="control__note">
          <span role="status">{picture === null ? "The plot has no data yet." : sizeWords(picture.svg)}</span>
        </figcaption>
      </figure>
    </div>
  );
}

function notYet(picture: SavedPicture | null): string | null {
  return picture === null ? "The plot has no data yet" : null;
}

/** Returns the size as the file states it: "8.8 cm × 5.5 cm". */
export function sizeWords(svg: string): string {
  const [, width, height] = /width="([\d.]+)cm" height="([\d.]+)cm"/.exec(svg) ?? [];
  if (height === undefined) return "The picture has no size.";
  return `${width} cm × ${Number(Number(height).toFixed(2))} cm`;
}

interface ChoiceProps {
  readonly wanted: Wanted;
  onChange(next: Partial<Wanted>): void;
}

function Labelled({
  label,
  children,
}: {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <p className="dialog__row">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </p>
  );
}

function SizeMenu({ wanted, onChange }: ChoiceProps) {
  const chosen = SIZES.findIndex(
    ({ widthCm, heightCm }) => widthCm === wanted.widthCm && heightCm === wanted.heightCm,
  );
  return (
    <Labelled label="Size">
      {(id) => (
        <select
          id={id}
          className="menu"
          value={chosen}
          onChange={({ currentTarget }) => {
            const { widthCm, heightCm, letterPt } = SIZES[Number(currentTarget.value)] ?? wanted;
            onChange({ widthCm, heightCm, letterPt });
          }}
        >
          {chosen < 0 && <option value={-1}>custom</option>}
          {SIZES.map(({ label }, index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function FontMenu({ wanted, onChange }: ChoiceProps) {
  return (
    <Labelled label="Font">
      {(id) => (
        <select
          id={id}
          className="menu"
          value={wanted.font}
          onChange={({ currentTarget }) => onChange({ font: currentTarget.value })}
        >
          {FONTS.map(({ label, value }) => (
            <option key={label} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

interface NumberInProps extends ChoiceProps {
  readonly name: keyof typeof LIMITS;
  readonly label: string;
}

/** A number field. An invalid value is reported, and the picture stays. */
function NumberIn({ name, label, wanted, onChange }: NumberInProps) {
  const [min, max] = LIMITS[name];
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && !isIn(Number(typed), min, max);
  return (
    <>
      <Labelled label={label}>
        {(id) => (
          <input
            id={id}
            className={isWrong ? "text-field text-field--wrong dialog__pixels" : "text-field dialog__pixels"}
            inputMode="decimal"
            value={typed ?? String(wanted[name])}
            aria-invalid={isWrong}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              if (isIn(Number(value), min, max)) onChange({ [name]: Number(value) });
            }}
            onBlur={() => isWrong || setTyped(null)}
          />
        )}
      </Labelled>
      {isWrong && <p className="control__error">{`${label}: a number from ${min} to ${max}.`}</p>}
    </>
  );
}

function isIn(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

/** Width and height. */
type SizePx = readonly [number, number];
/** Minimum width and height of a plot whose legend leaves no room for it. */
const LEAST_PX: SizePx = [40, 96];

/** Maximum number of layout passes. The plot takes the room that legend and caption leave, which may change them again. */
const MOST_TRIES = 5;

/** Returns the picture in the wanted size; null if there is nothing to draw. */
function pictureAt(bench: Bench, figureAt: FigureAt, wanted: Wanted): SavedPicture | null {
  const sizePx = [wanted.widthCm, wanted.heightCm].map((cm) => layoutPx(cm, wanted.letterPt));
  let picture: SavedPicture | null = null;
  let around: SizePx = [0, 0];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const [width, height] = sizePx.map((px, side) => Math.max(LEAST_PX[side], px - around[side]));
    const plot = figureAt({ width, height, dpr: 1 });
    if (plot === null) return null;
    picture = paperPicture(bench, plot, wanted);
    const next = aroundOf(picture.svg, [width, height]);
    if (next.every((px, side) => px === around[side])) break;
    around = next;
  }
  return picture;
}

/** Returns the size that the picture has in addition to the plot: the name of the y axis, legend, title, caption. */
function aroundOf(svg: string, [width, height]: SizePx): SizePx {
  const [, wide, high] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return [Number(wide) - width, Number(high) - height];
}
