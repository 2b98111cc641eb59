/** What a sweep does beside what its axes' names say, in sentences: nothing of a scenario is replaced in silence. */
import { formatValue, type Scenario } from "../engine/index.ts";
import type { Sweep } from "./sweep.ts";
import type { SweepAxis } from "./sweep-axis.ts";
import type { SweepPoint } from "./sweep-jobs.ts";
import { type Holder, holdersOf, isFactor, parameterOf } from "./sweep-whose.ts";

export interface SweepRemark {
  /** The axis that it is about; "points": what came out at the points. */
  readonly about: "x" | "y" | "points";
  /** A sentence. */
  readonly text: string;
}

/** What all points of a sweep had in common and what not. */
export class PointFacts {
  readonly #unused = new Set<string>();
  readonly #warmupsS = new Set<number>();
  readonly #flows = new Set<number>();

  note({ scenario: { run, flows }, unused }: SweepPoint): void {
    for (const fault of unused) this.#unused.add(fault);
    this.#warmupsS.add(Number(run.warmup));
    this.#flows.add(flows.reduce((sum, { count }) => sum + count, 0));
  }

  remarks(ids: readonly string[]): string[] {
    const range = (values: ReadonlySet<number>) => `${Math.min(...values)} to ${Math.max(...values)}`;
    const isOwnPath = !ids.some((id) => ["flows", "count"].includes(id));
    return [
      ...[...this.#unused].map((fault) => `${fault}: its values make no difference there.`),
      ...(this.#warmupsS.size > 1 && !ids.includes("warmup")
        ? [`The warm-up goes with the duration: ${range(this.#warmupsS)} s.`]
        : []),
      ...(this.#flows.size > 1 && isOwnPath
        ? [`The path’s own flows go with it: ${range(this.#flows)} flows in all.`]
        : []),
    ];
  }
}

export function sweepRemarks(
  { base, x, y }: Pick<Sweep, "base" | "x" | "y">,
  facts: PointFacts,
): SweepRemark[] {
  const ids = [x, ...(y === null ? [] : [y])].map(({ name }) => parameterOf(name));
  const of = (about: "x" | "y", axis: SweepAxis | null) =>
    axis === null ? [] : axisRemarks(axis, base, ids).map((text) => ({ about, text }));
  return [
    ...of("x", x),
    ...of("y", y),
    ...facts.remarks(ids).map((text) => ({ about: "points" as const, text })),
  ];
}

function axisRemarks(axis: SweepAxis, base: Scenario, ids: readonly string[]): string[] {
  const { name, whose, label } = axis;
  const holders = holdersOf(name, whose, base);
  const having = holders.filter(({ value }) => value !== undefined);
  const texts: string[] = [];
  if (isFactor(whose)) texts.push(`${label} is multiplied: ${valuesWords(having)}.`);
  else if (whose.kind === "flows" || whose.kind === "all-links") texts.push(...replacing(axis, having));
  else if (whose.kind === "path") texts.push(...keeping(axis, having));
  // Another sender may have it: then nothing is known beforehand.
  const isOfAll = isFactor(whose) || whose.kind === "flows" || whose.kind === "all-links";
  if (isOfAll && having.length > 0 && !ids.includes("cc") && !ids.includes("aqm")) {
    texts.push(
      ...lacking(
        axis,
        holders.filter(({ value }) => value === undefined),
      ),
    );
  }
  return [...texts, ...changed(axis, base)];
}

function replacing({ label }: SweepAxis, having: readonly Holder[]): string[] {
  if (new Set(having.map(({ text }) => text)).size < 2) return [];
  return [`${label}: each value replaces ${valuesWords(having)}.`];
}

function keeping({ label }: SweepAxis, links: readonly Holder[]): string[] {
  const own = links.filter(({ follows }) => !follows);
  if (own.length === 0 || own.length === links.length) return [];
  return [
    `${label}: ${namesOf(own)} ${own.length === 1 ? "keeps its" : "keep their"} own, ${valuesWords(own)}.`,
  ];
}

function lacking({ name }: SweepAxis, others: readonly Holder[]): string[] {
  if (others.length === 0) return [];
  const [have, stay] = others.length === 1 ? ["has", "stays as it is"] : ["have", "stay as they are"];
  return [`${capitalised(namesOf(others))} ${have} no “${parameterOf(name)}” and ${stay}.`];
}

/** A change in mid-run ends what was swept. */
function changed({ name, whose, label }: SweepAxis, base: Scenario): string[] {
  const id = parameterOf(name);
  const reaches = ({ flow, link }: Scenario["changes"][number]) =>
    (flow === null || whose.kind !== "flow" || flow === whose.group) &&
    (link === null || whose.kind !== "link" || link === whose.link);
  return base.changes
    .filter((change) => change.id === id && reaches(change))
    .map(({ atS, value, flow, link }) => {
      const owner = flow !== null ? ` of flow ${flow + 1}` : link !== null ? ` of link ${link}` : "";
      const param = holdersOf(name, whose, base).find((holder) => holder.param !== null)?.param;
      const text = param === null || param === undefined ? String(value) : formatValue(param, value);
      return `${label}: a change in mid-run sets ${id}${owner} to ${text} at ${atS} s. What is swept holds until then.`;
    });
}

const MOST_NAMES = 4;

/** "20 ms (flow 1), 80 ms (flow 2, flow 3)". */
function valuesWords(holders: readonly Holder[]): string {
  const texts = [...new Set(holders.map(({ text }) => text))];
  if (texts.length === 1 && holders.length === 1) return texts[0];
  return texts.map((text) => `${text} (${namesOf(holders.filter((one) => one.text === text))})`).join(", ");
}

/** "flow 1, flow 2"; "12 flows" where they are many. */
function namesOf(holders: readonly Holder[]): string {
  if (holders.length <= MOST_NAMES) return holders.map(({ name }) => name).join(", ");
  return `${holders.length} ${holders[0].name.split(" ")[0]}s`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
