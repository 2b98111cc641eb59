/** What theory says of the run on screen, whichever theories apply: a row among the numbers, and a list with assumptions. */
import { type Overlay, type OverlayKind, type OverlayValue, overlaysFor } from "../../../engine/index.ts";
import { Recent } from "../../shared/recent.ts";
import { type MetricRow, rateText, type WatchedRun } from "../numbers/metrics.ts";
import { recordedOf } from "./run-facts.ts";

export interface TheoryEntry {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** What it assumes. */
  readonly sentence: string;
  readonly cite: string;
}

const known = new Recent<object, readonly Overlay[]>();

/** About the watched link or about flows. What needs measured values waits for the end of the run. */
export function theoriesOf(run: WatchedRun): readonly Overlay[] {
  const { snapshot, link } = run;
  const scenario = recordedOf(run);
  const key = snapshot.done ? snapshot.results : scenario;
  const all = known.of(key, () => overlaysFor(scenario, snapshot.done ? snapshot.results : null));
  const watched = snapshot.links[link]?.id;
  return all.filter((overlay) => overlay.link === null || overlay.link === watched);
}

/** The watched link's utilisation; null where no theory knows it. */
export function theoryRow(run: WatchedRun): MetricRow | null {
  const overlay = theoriesOf(run).find(({ kind, link }) => kind === "utilisation" && link !== null);
  if (overlay === undefined) return null;
  return {
    id: "theory-utilisation",
    label: "Theory: utilisation",
    help: `${overlay.label}. ${overlay.sentence}`,
    value: entryText("utilisation", [overlay.value]),
    difference: null,
    tone: "plain",
    note: "",
  };
}

/** What is said of several groups of flows stands once, from the smallest value to the largest. */
export function theoryEntries(run: WatchedRun): TheoryEntry[] {
  const overlays = theoriesOf(run);
  const ids = [...new Set(overlays.map(({ id }) => id))];
  return ids.map((id) => {
    const alike = overlays.filter((overlay) => overlay.id === id);
    const [{ label, sentence, cite, kind }] = alike;
    return {
      id,
      label,
      value: entryText(
        kind,
        alike.map(({ value }) => value),
      ),
      sentence: alike.every((overlay) => overlay.sentence === sentence) ? sentence : "",
      cite,
    };
  });
}

function entryText(kind: OverlayKind, values: readonly OverlayValue[]): string {
  const numbers = values.flatMap(endsOf).filter(Number.isFinite);
  if (numbers.length === 0) return "none";
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)].map((value) => numberText(kind, value));
  if (low === high) return high;
  const unit = / [^\d]+$/.exec(high)?.[0] ?? "";
  return `${low.endsWith(unit) ? low.slice(0, low.length - unit.length) : low} to ${high}`;
}

/** Of what changes over the run, what holds at its end. */
function endsOf(value: OverlayValue): number[] {
  switch (value.form) {
    case "constant":
      return [value.value];
    case "band":
      return [value.low, value.high];
    case "steps":
      return [value.values.findLast(Number.isFinite) ?? Number.NaN];
  }
}

function numberText(kind: OverlayKind, value: number): string {
  switch (kind) {
    case "utilisation":
      return `${(value * 100).toFixed(1)} %`;
    case "rate":
      return rateText(value * 1e6);
    case "queue":
      return `${short(value)} packets`;
    case "cwnd":
      return `${short(value)} segments`;
    case "cycle":
      return `${short(value)} s`;
    case "probability":
      return short(value);
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
