/**
 * Accuracy of each sender and queue compared with other implementations. `validate --write` measures it,
 * src/experiments/how-right.json stores it, docs/validation.md shows it.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { congestionControls, queueDisciplines } from "../engine/index.ts";
import { narrowestMbps } from "../experiments/compared-cases.ts";
import { experiments } from "../experiments/experiments.ts";
import {
  ALIKE,
  type CheckedAlgorithm,
  CLOSENESS_COLUMNS,
  type Closeness,
  COVERED_COLUMNS,
  type Comparisons,
  closenessCells,
  coveredCells,
  papersWith,
  paperWords,
  type ValidationSummary,
} from "../experiments/validation-summary.ts";
import { projectRoot, projectVersion, storedOutcomes } from "./project.ts";
import { markdownTable } from "./text-tables.ts";
import { type CaseComparison, errorsOf } from "./validation/compare.ts";
import { median } from "./validation/few-numbers.ts";
import { isJudged } from "./validation/verdict.ts";

export const howRightFile = resolve(projectRoot, "src", "experiments", "how-right.json");
export const validationPageFile = resolve(projectRoot, "docs", "validation.md");

type Kind = CheckedAlgorithm["kind"];

/** Returns the summary of all comparisons. */
export function howRightOf(comparisons: readonly CaseComparison[]): ValidationSummary {
  const stored = storedOutcomes();
  // The jobs are created once, because they are needed for each algorithm.
  const laidOut = experiments.map((experiment) => {
    const jobs = experiment.jobs("quick");
    return { ...experiment, jobs: () => jobs };
  });
  const checked = (kind: Kind, { id, label }: { readonly id: string; readonly label: string }) => ({
    kind,
    id,
    label,
    comparisons: bySource(kind, id, comparisons),
    papers: papersWith(kind, id, laidOut, stored),
  });
  return {
    schema: 1,
    version: projectVersion(),
    algorithms: [
      ...congestionControls.map((one) => checked("sender", one)),
      ...queueDisciplines.map((one) => checked("queue", one)),
    ],
  };
}

function bySource(kind: Kind, id: string, all: readonly CaseComparison[]): Comparisons[] {
  const own = all.filter((one) => idsOf(kind, one).includes(id));
  const sources = [...new Set(own.map(({ reference }) => reference.source))];
  return sources.map((source) =>
    comparisonsOf(
      kind,
      source,
      own.filter(({ reference }) => reference.source === source),
    ),
  );
}

function comparisonsOf(kind: Kind, source: string, cases: readonly CaseComparison[]): Comparisons {
  const judged = cases.filter(isJudged);
  const numbers = (read: (one: CaseComparison) => readonly number[]): readonly [number, number] => {
    const values = cases.flatMap(read);
    return [Math.min(...values), Math.max(...values)];
  };
  // Datagrams have no such setting.
  const ecn = new Set(
    cases.flatMap(({ scenario }) => scenario.flows.flatMap(({ params }) => params.ecn ?? [])),
  );
  return {
    source,
    cases: cases.length,
    judged: judged.length,
    goodput: closenessOf(judged.map(({ goodputError }) => goodputError)),
    p90Ms: closenessOf(judged.map(({ p90ErrorMs }) => p90ErrorMs)),
    share: closenessOf(judged.flatMap((one) => errorsOf(one).shareError ?? [])),
    marks: closenessOf(judged.flatMap((one) => errorsOf(one).marksError ?? [])),
    partners: [...new Set(cases.flatMap((one) => idsOf(kind === "sender" ? "queue" : "sender", one)))].sort(),
    capacityMbps: numbers(({ scenario }) => [narrowestMbps(scenario)]),
    rttMs: numbers(({ scenario }) => scenario.flows.map(({ params }) => Number(params.rtt))),
    flows: numbers(({ scenario }) => [scenario.flows.reduce((sum, { count }) => sum + count, 0)]),
    ecn: ecn.size === 2 ? "both" : ecn.has(true) ? "on" : "off",
  };
}

function idsOf(kind: Kind, { scenario }: CaseComparison): readonly string[] {
  return kind === "queue" ? [scenario.queue.aqm] : [...new Set(scenario.flows.map(({ cc }) => cc))];
}

function closenessOf(errors: readonly number[]): Closeness | null {
  if (errors.length === 0) return null;
  const sizes = errors.map((error) => rounded(Math.abs(error)));
  return { median: rounded(median(sizes)), worst: Math.max(...sizes) };
}

/** Rounds to four digits. Fewer digits are shown. */
const rounded = (value: number) => Number(value.toPrecision(4));

/** Returns the stored summary. */
export function storedHowRight(): ValidationSummary {
  return JSON.parse(readFileSync(howRightFile, "utf8"));
}

/** Returns docs/validation.md with new tables of senders and queues, between two comments. */
export function validationPage(text: string, { version, algorithms }: ValidationSummary): string {
  const tables = (["sender", "queue"] as const).flatMap((kind) => {
    const own = algorithms.filter((one) => one.kind === kind);
    return [
      markdownTable(
        `${kind} | ${CLOSENESS_COLUMNS}`,
        own.flatMap(({ label, comparisons }) =>
          comparisons.map((one, i) => [i === 0 ? label : "", ...closenessCells(one)]),
        ),
      ).join("\n"),
      markdownTable(
        `${kind} | in the papers | ${kind === "sender" ? "queues" : "senders"} | ${COVERED_COLUMNS}`,
        own.map((one) => [one.label, one.papers.map(paperWords).join(" ") || "–", ...coveredCells(one)]),
      ).join("\n"),
    ];
  });
  const part = [
    `The numbers were measured with version ${version}; \`npm run validate -- --write\` updates them. Each error is a median, with the largest one in brackets. Errors are those of the 90th percentile of queue delay, of the first flow's share (percentage points), of the number of marks, and of the total goodput. A dash means that there is no such value. The second table of each kind lists the conditions of all these comparisons; other conditions were never compared with Linux or ns-3.`,
    ALIKE,
    ...tables,
  ];
  return text.replace(
    /(<!-- algorithms: begin -->\n)[\s\S]*?(<!-- algorithms: end -->)/,
    (_, begin, end) => `${begin}${part.join("\n\n")}\n\n${end}`,
  );
}
