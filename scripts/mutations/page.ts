/** Faults in frames and their messages, talks, saved pictures and the notebook. */
import { inFile } from "./mutation.ts";

const frameFaults = [
  ...inFile(
    "src/ui/embed/host-messages.ts",
    [
      "bench.store.get().frame.host.includes(origin)",
      "bench.store.get().frame.host.length > 0",
      "any page around may change the run once one is named",
    ],
    [
      "subscriptions.size < MOST_SUBSCRIPTIONS",
      "subscriptions.size <= MOST_SUBSCRIPTIONS",
      "a page around has one subscription more than allowed",
    ],
    [
      "refuseWrong(problems);\n  refuse(refusalOf",
      "refuse(refusalOf",
      "a setting that is not allowed is mended in silence",
    ],
    ["    if (source !== around.parent) return;\n", "", "any window is heard, not only the page around"],
    ["    if (state.changing !== null) return;\n", "", "the page around hears of each step of a drag"],
  ),
];

const talkFaults = [
  ...inFile(
    "src/teaching/document/talk.ts",
    [
      "reveal.slice(presses).flat()",
      "reveal.slice(presses + 1).flat()",
      "a scene shows what is still to come",
    ],
    ["Math.min(...flows) - 1", "Math.max(...flows) - 1", "flows are drawn before they are revealed"],
  ),
  ...inFile(
    "src/ui/present/ProjectorPlots.tsx",
    [
      "({ flow }) => flow < count",
      "({ flow }) => flow <= count",
      "one flow too many is drawn before it is revealed",
    ],
    [
      "events.flow[index] < count",
      "events.flow[index] <= count",
      "marks of a flow that is still to come are drawn",
    ],
  ),
];

const exportFaults = [
  ...inFile(
    "src/ui/bench/pictures/svg-canvas.ts",
    [
      "globalAlpha < 1 ? globalAlpha : undefined",
      "undefined",
      "what is pale on the page is dark in the picture",
    ],
    [
      'element("text", look, escaped(text))',
      'element("text", look, text)',
      "a name can be markup in a picture",
    ],
    ["last?.clip === clip", "last !== undefined", "curves leave their plot in a picture"],
    ['pen.isEmpty ? "M" : "L"', '"L"', "a curve begins with no point"],
    ["set(saved.pop() ?? {})", "set({})", "a look stays on what is drawn after it"],
  ),
  ...inFile("src/ui/bench/pictures/picture.ts", [
    "Math.round(Number(part) * 255)",
    "Number(part)",
    "mixed colours come out black",
  ]),
  ...inFile("src/ui/bench/pictures/picture-svg.ts", [
    "isTitled ? TITLE_PX + TITLE_LINE_PX * (titleLines.length - 1) : 4",
    "titlePx = TITLE_PX",
    "a long title lies over the legend",
  ]),
];

const translationFaults = inFile(
  "src/ui/shared/SymbolText.tsx",
  ["|cwnd|ssthresh|", "|ssthresh|", "a translator finds a word for cwnd"],
  ["`(?<![\\p{L}\\p{N}])(?:", "`(?:", "the capitals within a word are kept, and the rest is translated"],
);

const notebookFaults = [
  ...inFile(
    "src/ui/saved-runs/notebook.ts",
    [
      "base: base === at ? 0 : base > at ? base - 1 : base",
      "base",
      "another run is the base when one is deleted",
    ],
    [
      "base: base === at ? to : base === to ? at : base",
      "base",
      "the base stays behind when its run is moved",
    ],
    ["if (!KEYS.includes(key))", 'if (key === "")', "a link that says something else is read as a notebook"],
    ["runs.length === MOST_RUNS", "runs.length > 99", "a link fills a notebook beyond what it holds"],
    ['name: words.join(" ")', 'name: words[0] ?? ""', "a name ends at its first blank"],
  ),
  ...inFile("src/ui/saved-runs/SmallPlots.tsx", [
    "      pen = false;\n      continue;",
    "      continue;",
    "a small plot draws a line over a gap",
  ]),
];

export const pageFaults = [
  ...frameFaults,
  ...talkFaults,
  ...exportFaults,
  ...notebookFaults,
  ...translationFaults,
];
