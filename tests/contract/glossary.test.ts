/** No help text, summary, preset, note or number uses a word of the field that the glossary lacks. */
import { describe, expect, test } from "vitest";
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
import * as metrics from "../../src/experiments/metrics.ts";
import { CONTROL_KEYS, KEY_TABLE } from "../../src/ui/state/keys.ts";
import { CHECKED, SIMPLIFIED, SIMULATED } from "../../src/ui/words/model-words.ts";

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

function ofAlgorithm({
  summary,
  params,
  probes,
  deviations = [],
  suggestion,
}: AlgorithmDeclaration): string[] {
  return [
    summary,
    suggestion?.help ?? "",
    ...ofParams(params),
    ...probes.flatMap(({ label, help }) => [label, help]),
    ...deviations.flatMap(({ subject, text = "", here, effect = "" }) => [subject, text, here, effect]),
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
  "the help": [...KEY_TABLE, ...CONTROL_KEYS].map(({ help }) => help),
  "the model notes": [...SIMULATED, ...SIMPLIFIED, CHECKED],
  "the glossary itself": glossary().map(({ text }) => text),
};

/** What has a card, a page or a name of its own, and is no word of the field. */
const NAMES = new Set(
  [
    ...algorithms.flatMap(({ label }) => [label, ...label.split(/[\s(),]+/)]),
    // The families that they come from, and what they are called elsewhere.
    ..."BBR CoDel RED CAKE DCTCP Prague Vegas Westwood COBALT GFC-2 PIE".split(" "),
    // Systems and their units.
    ..."FreeBSD BSD macOS Linux MB kB Mbps ms".split(" "),
  ].map((name) => name.toLowerCase()),
);

/** Two capitals or more, or a subscript: how the field writes its abbreviations and symbols. */
const ABBREVIATION = /[\p{L}\p{N}_+-]*\p{Lu}[\p{L}\p{N}_+-]*\p{Lu}[\p{L}\p{N}_+-]*|\p{L}+_\p{L}+/gu;

/** The field's words in small letters: a help text that uses one of them needs it in the glossary. */
const WORDS =
  /\b(?:cwnd|ssthresh|sojourn|goodput|backlog|jitter|pacing|paced|bufferbloat|policer|percentile|dumbbell|bottleneck|goodput|retransmissions?|handshake|datagrams?|utilisation|throughput|slow start|congestion avoidance|standing queue|spurious|coupled|quantum|reordering|bulk|backoff|sparse)\b/gi;

/** The text without what the glossary explains, wherever it stands. */
function withoutTerms(text: string): string {
  const rest = termPieces(text)
    .map((piece) => (piece.term === null ? piece.text : " · "))
    .join("");
  return rest === text ? text : withoutTerms(rest);
}

/** Links and flags stand between backquotes: their names are declared. */
const withoutNames = (text: string) => text.replace(/`[^`]*`/g, " ");

function unexplained(text: string): string[] {
  const rest = withoutTerms(withoutNames(text));
  const abbreviations = [...rest.matchAll(ABBREVIATION)].map(([word]) => word.replace(/s$/, ""));
  const words = [...rest.matchAll(WORDS)].map(([word]) => word);
  return [...abbreviations.filter((word) => !NAMES.has(word.toLowerCase())), ...words];
}

describe.each(Object.entries(TEXTS))("%s", (_, texts) => {
  test("say nothing that the glossary does not explain", () => {
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.flatMap((text) => unexplained(text).map((word) => `${word}: ${text}`))).toEqual([]);
  });
});

test("an unknown abbreviation or word is noticed", () => {
  expect(unexplained("The QXY of a flow, cwnd and RTTs, and `FLAG_NAME`; x_max.")).toEqual(["QXY", "x_max"]);
});
