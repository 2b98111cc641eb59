/**
 * Tests that the glossary contains every technical term in help texts, summaries, presets, notes, numbers, papers and
 * sweeps.
 */
import { describe, expect, test } from "vitest";
import { deviationsOf } from "../../src/engine/deviations.ts";
import {
  type AlgorithmDeclaration,
  congestionControls,
  declaredParams,
  defaultScenario,
  glossary,
  linkParams,
  type Param,
  type Place,
  presets,
  queueDisciplines,
  termPieces,
  topologies,
  trafficKinds,
} from "../../src/engine/index.ts";
import type { Experiment } from "../../src/experiments/experiment.ts";
import { experiments } from "../../src/experiments/experiments.ts";
import * as metrics from "../../src/experiments/metrics.ts";
import { PAGE } from "../../src/ui/app/features.ts";
import { CONTROL_KEYS } from "../../src/ui/features/help/HelpDialog.tsx";
import { published } from "../experiments/words.ts";
import { textsOfSource } from "./source-texts.ts";

const algorithms: readonly AlgorithmDeclaration[] = [
  ...queueDisciplines,
  ...congestionControls,
  ...trafficKinds,
  ...topologies,
];

const PLACES: readonly Place[] = [
  { scope: "run" },
  { scope: "path" },
  { scope: "queue" },
  { scope: "flow", flow: 0 },
  { scope: "tcp" },
];

function ofParams(params: readonly Param[]): string[] {
  return params.flatMap((param) => [
    param.label,
    param.help,
    param.whyNotLive ?? "",
    ...(param.kind === "enum" ? param.options.flatMap(({ label, help }) => [label, help]) : []),
  ]);
}

function ofAlgorithm({ id, summary, params, probes, suggestion }: AlgorithmDeclaration): string[] {
  return [
    summary,
    suggestion?.help ?? "",
    ...ofParams(params),
    ...probes.flatMap(({ label, help }) => [label, help]),
    ...deviationsOf(id).flatMap(({ subject, text = "", here, effect = "" }) => [subject, text, here, effect]),
  ];
}

/** Returns the texts of an experiment and of its published pictures and claims. */
function ofExperiment(experiment: Experiment): string[] {
  const { title, shows, chosen, differences } = experiment;
  const { figures, heatMaps, tables, claims } = published(experiment);
  const axes = [...figures, ...heatMaps].flatMap(({ x, y }) => [x.label, y.label]);
  const pictures = [...figures, ...heatMaps, ...tables].map((one) => one.title);
  return [
    ...[title, shows, ...chosen, ...differences, ...pictures, ...axes],
    ...figures.flatMap(({ series }) => series.map(({ label }) => label)),
    ...heatMaps.map(({ label }) => label),
    ...tables.flatMap(({ head, rows }) => [
      ...head,
      ...rows.flat().filter((cell) => typeof cell === "string"),
    ]),
    ...claims.flatMap(({ text, paper, ours, tolerance, cause = "" }) => [
      text,
      paper,
      ours,
      tolerance,
      cause,
    ]),
  ];
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "the algorithms": algorithms.flatMap(ofAlgorithm),
  "the parameters": [
    ...PLACES.flatMap((place) => ofParams(declaredParams(defaultScenario(), place))),
    ...ofParams(linkParams),
  ],
  "the presets": presets.flatMap(({ label, sentence, question }) => [label, sentence, question]),
  "the numbers": Object.values(metrics.METRICS).flatMap(({ label, short, help }) => [label, short, help]),
  "the keys": [...PAGE.actions.map(({ label }) => label), ...CONTROL_KEYS.map(({ help }) => help)],
  "the help": textsOfSource("src/ui/features/help/HelpDialog.tsx"),
  "the model notes": textsOfSource("src/ui/features/help/ModelNotes.tsx"),
  "the papers": experiments.flatMap(ofExperiment),
  "the Papers screen": textsOfSource("src/ui/features/papers"),
  "the Sweep screen": [
    ...textsOfSource("src/ui/features/sweep"),
    ...["sweep-axis", "sweep-jobs"].flatMap((name) => textsOfSource(`src/experiments/${name}.ts`)),
  ],
  "the glossary itself": glossary().map(({ text }) => text),
};

/** Proper names and names with their own card or page. They are not glossary terms. */
const NAMES = new Set(
  [
    ...algorithms.flatMap(({ label }) => [label, ...label.split(/[\s(),]+/)]),
    // Names of families of algorithms, and alternative names.
    ..."BBR CoDel RED CAKE DCTCP Prague Vegas Westwood COBALT GFC-2 PIE".split(" "),
    // Names of operating systems, and units.
    ..."FreeBSD BSD macOS Linux MB kB Mbps ms".split(" "),
    // Names of single flows and parts of figures in papers, which are explained next to them; numbers of tables; the
    // base of a logarithm.
    ..."TCP1 TCP2 TCP3 TEST1 TEST2 TEST3 ECN_a ECN_t II III IV log_β".split(" "),
    // Placeholders in input.
    ..."NAME VALUE FROM TO STEP".split(" "),
    // Symbols of the plane of Chiu and Jain, and an algorithm that is a part of DualPI2.
    ..."X_goal PI2".split(" "),
    // A name for two senders that share a link.
    "CUBIC+",
  ].map((name) => name.toLowerCase()),
);

/** Matches two or more capitals, or a subscript: the form of abbreviations and symbols. */
const ABBREVIATION = /[\p{L}\p{N}_+-]*\p{Lu}[\p{L}\p{N}_+-]*\p{Lu}[\p{L}\p{N}_+-]*|\p{L}+_\p{L}+/gu;

/** Technical terms in lower case. If a help text uses one, the glossary must contain it. */
const WORDS =
  /\b(?:cwnd|ssthresh|sojourn|goodput|backlog|jitter|pacing|paced|bufferbloat|policer|percentile|dumbbell|bottleneck|goodput|retransmissions?|handshake|datagrams?|utilisation|throughput|slow start|congestion avoidance|standing queue|spurious|coupled|quantum|reordering|bulk|backoff|sparse|overshoot|testbed|rank correlation|median|seed|warm-up)\b/gi;

/** Returns the text without the terms that the glossary contains. */
function withoutTerms(text: string): string {
  const rest = termPieces(text)
    .map((piece) => (piece.term === null ? piece.text : " · "))
    .join("");
  return rest === text ? text : withoutTerms(rest);
}

/** URLs and flags are between backquotes. Their names are declared elsewhere. */
const withoutNames = (text: string) => text.replace(/`[^`]*`/g, " ");

function unexplained(text: string): string[] {
  const rest = withoutTerms(withoutNames(text));
  const abbreviations = [...rest.matchAll(ABBREVIATION)].map(([word]) => word.replace(/s$/, ""));
  const words = [...rest.matchAll(WORDS)].map(([word]) => word);
  return [...abbreviations.filter((word) => !NAMES.has(word.toLowerCase())), ...words];
}

describe.each(Object.entries(TEXTS))("%s", (_, texts) => {
  test("the texts of the page contain no unexplained terms", () => {
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.flatMap((text) => unexplained(text).map((word) => `${word}: ${text}`))).toEqual([]);
  });
});

test("an unknown abbreviation or word is detected", () => {
  expect(unexplained("The QXY of a flow, cwnd and RTTs, and `FLAG_NAME`; x_max.")).toEqual(["QXY", "x_max"]);
});
