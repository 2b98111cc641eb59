import { describe, expect, test } from "vitest";
import { type Question, type Scenario, type Snapshot, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { isCut } from "../../../src/engine/trace/snapshot.ts";
import { tell, tellerOf, textOf } from "./asking.ts";

type Asked = Extract<Question, { kind: "number" }>;

const of = (url: string) => scenarioFromUrl(url).scenario;

function ask(scenario: Scenario, number: Asked["of"]) {
  const snapshot = runScenario(scenario).snapshot();
  const fromS = Number(scenario.run.warmup);
  const question: Asked = { kind: "number", of: number, link: 0, flow: null, fromS, toS: snapshot.nowS };
  const { story } = tell(tellerOf(scenario), question);
  return { story, text: textOf(story), snapshot, fromS };
}

/** Returns the number that the pattern finds in a text by the words around it. */
function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text);
  expect(found, `${pattern} in: ${text}`).not.toBeNull();
  return Number(found?.[1].replaceAll(" ", "").replace(",", ""));
}

const cutsOf = ({ flowEvents }: Snapshot, fromS: number) =>
  [...flowEvents.timeS].filter((atS, i) => atS >= fromS && isCut(flowEvents.kind[i]));

describe("the explanation why p99 differs from p50", () => {
  test.each(["v=2", "v=2&beta-ecn=0.8", "v=2&cc=cubic&aqm=pie", "v=2&rtt=20ms&flow=count=3", "v=2&aqm=red"])(
    "%s: its numbers are those of the table, and its peaks those of the series",
    (url) => {
      const { text, snapshot, fromS, story } = ask(of(url), "delay-p99");
      const [link] = snapshot.results.links;
      const delay = link.sojournMs;
      if (delay === null) throw new Error("no delay");
      expect(numberIn(text, /for ([\d.]+) ms at most/)).toBeCloseTo(delay.p50, delay.p50 < 10 ? 1 : 0);
      expect(numberIn(text, /one in a hundred for ([\d.]+) ms or longer/)).toBeCloseTo(
        delay.p99,
        delay.p99 < 10 ? 1 : 0,
      );
      const { sojournMs: series } = snapshot.links[0].queue;
      const at = Array.from({ length: series.length }, (_, i) => i).filter(
        (i) => series.startS + i * series.bucketS >= fromS && !Number.isNaN(series.last[i]),
      );
      const high = at.filter((i) => series.max[i] >= delay.p99);
      expect(numberIn(text, /In ([\d {2}]+) of [\d {2}]+ steps/)).toBe(high.length);
      const longest = Math.max(...at.map((i) => series.max[i]));
      expect(numberIn(text, /the longest wait of all, ([\d.]+) ms/)).toBeCloseTo(
        longest,
        longest < 10 ? 1 : 0,
      );
      if (/short peaks?, and p50/.test(text)) {
        const peaks = high.filter((i) => !high.includes(i - 1)).length;
        expect(numberIn(text, /come in ([\d {2}]+) short peak/)).toBe(peaks);
        const answered = numberIn(text, /In (?:all )?([\d ]+)(?: of the [\d ]+)?, or within/);
        expect(answered).toBeLessThanOrEqual(peaks);
        if (cutsOf(snapshot, fromS).length === 0) expect(answered).toBe(0);
      }
      if (/was used to/.test(text))
        expect(numberIn(text, /was used to ([\d.]+) %/)).toBeCloseTo(link.utilisation * 100, 0);
      expect(story.sentences.length).toBeGreaterThanOrEqual(2);
    },
  );

  test("names single peaks in the page's first run, each ended by a reduction, and an idle link between them", () => {
    const { text } = ask(of("v=2"), "delay-p99");
    expect(text).toMatch(
      /The delay has \d+ short peaks: p99 is reached in the peaks, and p50 describes the time between them/,
    );
    expect(text).toMatch(/In all \d+, or within 2 round trips after them, a window was cut/);
    // The story shows the same value as the numbers and the headline.
    expect(text).toContain("The link was used to 79.4 %");
  });

  test("says that the two are close for a queue of constant length", () => {
    const { text } = ask(of("v=2&aqm=droptail&cc=newreno&limit=20p&rtt=5ms&capacity=2Mbps"), "delay-p99");
    expect(text).toMatch(/close to each other|short peaks|all the time/);
  });
});

describe("the explanation why the run differs from theory", () => {
  test("gives measured minus theory, and the windows and the cycle of both", () => {
    const { text, snapshot, fromS } = ask(of("v=2"), "theory");
    const [{ utilisation }] = snapshot.results.links;
    const [measured, theory] = [/used ([\d.]+) %/, /predicts ([\d.]+) %/].map((one) => numberIn(text, one));
    expect(measured).toBeCloseTo(utilisation * 100, 1);
    expect(theory).toBeCloseTo(78.6, 1);
    expect(numberIn(text, /theory is \+([\d.]+) points/)).toBeCloseTo(measured - theory, 1);
    const cuts = cutsOf(snapshot, fromS);
    expect(numberIn(text, /In the run (\d+) cuts? after the warm-up/)).toBe(cuts.length);
    const meanS = ((cuts.at(-1) ?? 0) - cuts[0]) / (cuts.length - 1);
    expect(numberIn(text, /in the run ([\d.]+) s passed between two cuts/)).toBeCloseTo(meanS, 1);
  });

  test("says if theory has no result for the link", () => {
    expect(ask(of("v=2&cc=bbr3&duration=20s"), "theory").text).toContain("Theory does not predict");
  });
});
