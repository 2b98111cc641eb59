/** Readers of URLs, settings, scenario files and typed values: everything that becomes a scenario. */

import { readProgram } from "../../../src/engine/custom/program-text.ts";
import { TEMPLATES } from "../../../src/engine/custom/templates.ts";
import {
  applySettings,
  defaultScenario,
  parseTyped,
  pointedList,
  presets,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
  validateScenario,
} from "../../../src/engine/index.ts";
import { nearestScenario } from "../../../src/engine/library.ts";
import { readTraceFile } from "../../../src/engine/recordings.ts";
import { sweepFromText } from "../../../src/experiments/sweep.ts";
import { parseAxis } from "../../../src/experiments/sweep-axis.ts";
import { PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";
import { parameterNamed } from "../../../src/teaching/document/parameters.ts";
import { PAGE } from "../../../src/ui/app/features.ts";
import { listingReader } from "../../../src/ui/core/link-programs.ts";
import { screenOf } from "../../../src/ui/core/page-options.ts";
import { fragmentToState, noticesOf } from "../../../src/ui/core/read-fragment.ts";
import { type Draft, draftFromText, meaningOf } from "../../../src/ui/features/sweep/draft.ts";
import { KNOWN_NAMES } from "../../../src/ui/parts/pieces.ts";
import { accepted, type Reader, refused, withProblems } from "../reader.ts";

const URL_FILES = ["src/engine/scenario/texts.ts"];

const LINKS: readonly string[] = [
  ...presets.map(({ scenario }) => scenarioToUrl(scenario)),
  "v=2&aqm=pie&beta-ecn=0.8&rtt=100ms&capacity=10Mbps&target=5ms&limit=1000p&duration=20s&warmup=2s",
  "v=2&flow=cc=cubic,beta-ecn=0.85,rtt=80ms&flow=cc=newreno,ecn=off,start=3s,count=2&set=5s:beta-ecn=0.8",
  "v=2&path=parking-lot&hops=4&link=id=hop2,aqm=pie,loss=0.001&set=5s:link.hop2.capacity=5Mbps",
  "v=2&path=custom&link=id=a,from=x,to=y,capacity=20Mbps&link=id=b,from=y,to=z,aqm=pie&path-route=id=both,label=A%20b,forward=a%2Bb&path-route=id=first,forward=a&flow=route=both&flow=route=first,cc=cubic",
  "v=2&capacity-pattern=0:1;20:0.5;repeat:40&delay-pattern=square:10:20&flow=traffic=http,rtt=50ms,count=3",
  "v=2&capacity-pattern=opportunities:BDAEAIKMW;repeat&cc=cubic&duration=10s",
  "v=2&capacity-pattern=rates:gyweCCE.gkh9BKAE&cc=cubic&duration=10s",
  "#v=1&capacity=20Mbps&cc=cubic",
];

const PAGE_LINKS: readonly string[] = [
  ...LINKS.slice(0, 4),
  "v=2&embed=1&hide=rail,path&touch=beta-ecn,rtt&theme=light&host=https://course.example&plots=cwnd,delay",
  "v=2&pin=v%3D2%26rtt%3D20ms&mode=whole&watch=bottleneck&at=12s&present=1",
  "v=2&lesson=red&guide-step=2",
];

const shownOf = (fragment: string) => {
  const reading = fragmentToState(fragment, KNOWN_NAMES, PAGE, PROGRAM_READER);
  return {
    ...reading,
    notices: noticesOf(reading, fragment),
    again: scenarioToUrl(reading.opening.scenario),
  };
};

/** Encodes a text as a URL does. Halves of surrogate pairs cannot occur in a URL. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const SWEEPS = [
  "v=2&x=beta-ecn=0.5:0.95:0.05&y=rtt=20ms,100ms&metric=utilisation&seeds=10",
  "v=2&flow=cc=cubic&x=capacity=1Mbps:1000Mbps:x10&metric=delay-p99,utilisation",
];

const TYPED: readonly string[] = [
  "capacity 10 Mbps",
  "rtt 0,5 s",
  "target 5ms",
  "limit 168kB",
  "aqm pie",
  "beta-ecn 80 %",
];

export const RUN_READERS: readonly Reader[] = [
  {
    name: "scenario of the library",
    files: ["src/engine/library.ts"],
    refuses: "names problems",
    examples: [
      ...LINKS.slice(0, 3),
      JSON.stringify(defaultScenario()),
      "--aqm pie --beta-ecn=0.8 --rtt 0,1s --flow \"cc=cubic,count=2\" --set '5s:beta-ecn=0.8'",
    ],
    read: (text) => {
      const { scenario, problems } = nearestScenario(text);
      return withProblems(scenario, problems);
    },
  },
  {
    name: "link of a run",
    files: URL_FILES,
    refuses: "names problems",
    examples: LINKS,
    read(text) {
      const { scenario, problems, view, isOld } = scenarioFromUrl(text);
      return withProblems({ scenario, view, isOld, again: scenarioToUrl(scenario) }, problems);
    },
  },
  {
    name: "link of the page",
    files: URL_FILES,
    refuses: "names problems",
    examples: PAGE_LINKS,
    read(text) {
      const value = shownOf(text);
      return withProblems(value, value.problems);
    },
  },
  {
    name: "link of a screen",
    files: [],
    refuses: "names problems",
    examples: ["screen=papers&figure=abe-4", "screen=sweep&v=2&x=beta-ecn=0.5:0.95:0.05", "v=2"],
    read: (text) => accepted(screenOf(text, PAGE.screens)),
  },
  {
    name: "scenario as data",
    files: [],
    refuses: "names problems",
    examples: LINKS.map((link) => JSON.stringify(scenarioFromUrl(link).scenario)),
    read(text) {
      const { scenario, problems } = validateScenario(dataOf(text));
      return withProblems({ scenario, again: scenarioToUrl(scenario) }, problems);
    },
  },
  {
    name: "one setting",
    files: [],
    refuses: "names problems",
    examples: LINKS[LINKS.length - 2]
      .split("&")
      .slice(1)
      .map((part) => part.replace("=", " ")),
    read(text) {
      const [key, ...rest] = text.split(" ");
      const { scenario, problems } = applySettings(defaultScenario(), [{ key, text: rest.join(" ") }]);
      return withProblems(scenario, problems);
    },
  },
  {
    name: "typed value",
    files: [],
    refuses: "gives none",
    examples: TYPED,
    read(text) {
      const [id, ...rest] = text.split(" ");
      const param = parameterNamed(id, defaultScenario());
      if (param === null) return refused(`there is no ${id}`);
      const read = parseTyped(param, rest.join(" "));
      return "error" in read ? refused(read.error) : accepted(read.value);
    },
  },
  {
    name: "typed list",
    files: [],
    refuses: "gives none",
    examples: ["0.5, 0.7, 0.9", "0,5; 0,7", "1,2,3", "20ms, 100ms"],
    read(text) {
      const read = pointedList(text, false);
      return "error" in read ? refused(read.error) : accepted(read.text);
    },
  },
  {
    name: "trace of a link's rate",
    files: [],
    refuses: "gives none",
    examples: [
      "time_s,rate_bps\n0,1e7\n5,2500000\n20,0\n",
      "time_ms;rate_mbps\n0;10,5\n5;2,5\n",
      "0\n1\n1\n5\n12\n100\n",
      "t_s\tcell\tcapacity_kbps\n0\t7\t10\n60\t7\t5\n# half\n",
    ],
    read(text) {
      const read = readTraceFile(text, true);
      if ("error" in read) return refused(read.error);
      const settings = [{ key: "capacity-pattern", text: read.text }];
      return accepted({ read, ...applySettings(defaultScenario(), settings) });
    },
  },
  {
    name: "program of one's own",
    files: ["src/engine/custom/program-text.ts", "src/ui/core/link-programs.ts"],
    refuses: "gives none",
    examples: TEMPLATES.map(({ code }) => code),
    read(text) {
      const reader = listingReader(PROGRAM_READER);
      fragmentToState(
        `v=2&program=${encoded(text)}&pin=${encoded(`program=${text}`)}`,
        KNOWN_NAMES,
        PAGE,
        reader,
      );
      const held = [...reader.found];
      const { program, problems } = readProgram(text);
      return program === null
        ? refused(problems.map(({ line, message }) => `line ${line}: ${message}`).join("\n"))
        : accepted({ program, held });
    },
  },
  {
    name: "sweep",
    files: [...URL_FILES, "src/experiments/sweep.ts"],
    refuses: "names problems",
    examples: SWEEPS,
    read(text) {
      const { sweep, problems } = sweepFromText(text, PROGRAM_READER);
      return { ...withProblems(sweep, problems), bytes: bytesOf(draftFromText(text, PROGRAM_READER).draft) };
    },
  },
  {
    name: "sweep being written",
    files: URL_FILES,
    refuses: "names problems",
    examples: SWEEPS,
    read(text) {
      const { draft, notices } = draftFromText(text, PROGRAM_READER);
      const { sweep, problems } = meaningOf(draft);
      const all = [...notices.map((message) => ({ message })), ...problems];
      return { ...withProblems({ draft, sweep }, all), bytes: bytesOf(draft) };
    },
  },
];

/** Returns the size of a sweep in bytes: every point is a scenario that is checked. */
function bytesOf({ base, x, y }: Draft): number {
  const [columns, rows] = [x, y].map((axis) =>
    axis === null ? 1 : pointsOf(`${axis.name}=${axis.text}`, base),
  );
  return columns * rows * JSON.stringify(base).length;
}

function pointsOf(axis: string, base: Scenario): number {
  try {
    return parseAxis(axis, base).values.length;
  } catch {
    return 1;
  }
}

/** Parses data from outside. A text that is no JSON is used as it is. */
export function dataOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
