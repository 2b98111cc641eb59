import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { storedComparedCases } from "../../src/cli/project.ts";
import { errorsOf } from "../../src/cli/validation/compare.ts";
import { coveredCases, loadReferences } from "../../src/cli/validation/reference-cases.ts";
import { readProgram, TEMPLATES } from "../../src/engine/custom-programs.ts";
import { presets, scenarioFromUrl } from "../../src/engine/index.ts";
import { comparedCase, EXAMPLES, standingOf, standingWords } from "../../src/experiments/compared-cases.ts";
import { customScenario, ready, senderWith } from "../engine/custom/custom-runs.ts";
import { compareCase } from "../reference/compare-here.ts";

const stored = storedComparedCases();
const { runnable } = coveredCases(loadReferences());

const standing = (link: string) => standingOf(scenarioFromUrl(link).scenario, stored);

describe("src/experiments/compared-cases.json; if it is not current, run: npm run -s sim -- validate --write", () => {
  test("contains every case of the references, with its scenario", () => {
    const errors = { goodputError: 0, p90ErrorMs: 0, shareError: null, marksError: null };
    const without = stored.map((one) => one.slice(0, -4));
    expect(without).toEqual(
      runnable.map(({ reference, scenario }) => comparedCase(reference, scenario, errors).slice(0, -4)),
    );
  });

  test("contains the current errors of the runs", async () => {
    const ids = [
      "linux-breadth B1-reno-codel-10-100-ecn1-n1",
      "linux-breadth B4-cubic-reno-fq_codel-20-40-ecn1-n1",
      "linux-dynamics D2-reno-fq_codel-20-40-ecn1",
    ];
    for (const one of runnable.filter(({ reference }) => ids.includes(reference.id))) {
      const now = comparedCase(one.reference, one.scenario, errorsOf(await compareCase(one)));
      expect(stored.find(([id]) => id === one.reference.id)).toEqual(now);
    }
  });
});

describe("a run", () => {
  test.each([
    "v=2&cc=cubic&capacity=1.5Mbps&rtt=20ms&aqm=droptail&limit=20p&ecn=off",
    "v=2&capacity=1000Mbps&rtt=2ms",
    "v=2&capacity=20Mbps&rtt=320ms&aqm=fq-codel",
    "v=2&flows=50",
    "v=2&loss=0.005",
    "v=2&cc=cubic&aqm=droptail&ecn=off&capacity=20Mbps&reverse-capacity=1Mbps",
    "v=2&aqm=red&flows=40",
    "v=2&capacity-pattern=square:30:0.5&cc=cubic",
    "v=2&set=5s:beta-ecn=0.9",
    "v=2&flow=cc=cubic&flow=cc=newreno,traffic=http,rtt=50ms,count=10",
    "v=2&path=parking-lot&hops=2&delay=0ms&flow=rtt=60ms,route=long&flow=rtt=60ms,route=hop1&flow=rtt=60ms,route=hop2",
    "v=2&capacity=1000Mbps&aqm=step&step=20p&cc=dctcp&rtt=0.2ms&flows=2",
  ])("like #%s is inside", (link) => {
    expect(standing(link).why).toEqual([]);
  });

  test("with a compared sender, queue, rate, RTT and number of flows is inside, with the nearest case", () => {
    const { inside, why, nearest } = standing("v=2&cc=cubic&capacity=12Mbps&rtt=90ms");
    expect({ inside, why }).toEqual({ inside: true, why: [] });
    expect(nearest).toMatchObject({
      source: expect.stringMatching(/^Linux/),
      senders: "cubic",
      queue: "codel",
    });
    const [first, second] = standingWords({ inside, why, nearest });
    expect(first).toMatch(/^Validated against .* Other settings, .* are not considered\.$/);
    expect(second).toMatch(
      /^Nearest compared case: Linux \d\.\d: CUBIC through CoDel, 10 Mbps, RTT 100 ms, 1 flow: the 90th percentile of queue delay off by \d+\.\d+ ms(, the number of marks by \d+\.\d+ %)?, goodput by \d+\.\d+ %\.$/,
    );
  });

  test("of a pair of flows names their shares, and no goodput, which a full link has in any case", () => {
    const { inside, why, nearest } = standing(
      "v=2&aqm=fq-codel&capacity=20Mbps&rtt=40ms&flow=cc=cubic&flow=cc=newreno",
    );
    expect(nearest?.shareError).not.toBeNull();
    const [, second] = standingWords({ inside, why, nearest });
    expect(second).toMatch(/: the first flow’s share off by \d+\.\d points, the 90th percentile/);
    expect(second).not.toContain("goodput");
  });

  test.each([
    ["v=2&cc=adaptive-abe", "Adaptive ABE has never been compared with Linux or ns-3."],
    ["v=2&cc=cubic&capacity=4000Mbps", /^4000 Mbps: compared at \d+ to \d+ Mbps\.$/],
    ["v=2&cc=cubic&loss=0.2", /: no compared case has this\.$/],
    ["v=2&cc=cubic&rtt=900ms", /^RTT 900 ms: compared at \d+ to \d+ ms\.$/],
    ["v=2&cc=cubic&flows=60", /^60 flows: compared with \d+ to \d+\.$/],
    ["v=2&flow=cc=vegas&flow=cc=htcp", "H-TCP beside Vegas through CoDel: never compared."],
    ["v=2&path=parking-lot&hops=5", "Hops: no compared case has this."],
    ["v=2&path=parking-lot&cc=cubic", "CUBIC through CoDel: never compared."],
    ["v=2&path=dc-wan&aqm=codel", /: never compared\.$/],
    [
      "v=2&path=custom&link=id=a,from=x,to=y&route=id=r,forward=a&flow=route=r",
      "Custom: no path like this was compared.",
    ],
    ["v=2&capacity-pattern=square:20:0.1", /: no compared case has this\.$/],
    ["v=2&capacity-pattern=square:5:0.5", /: no compared case has this\.$/],
    ["v=2&capacity-pattern=0:1;5:2", /: no compared case has this\.$/],
    ["v=2&set=5s:target=9ms", "A change of target during the run was never compared."],
  ])("#%s is outside", (link, why) => {
    const found = standing(link);
    expect(found.inside).toBe(false);
    expect(found.why).toContainEqual(typeof why === "string" ? why : expect.stringMatching(why));
  });

  test.each([
    ["v=2&aqm=red&cc=ecn-ab&flows=2", "ECN(α,β) is not part of Linux"],
    ["v=2&aqm=pi&flows=10", "PI is not part of Linux"],
    ["v=2&aqm=ecn-codel", "ECN-enhanced CoDel is not part of Linux"],
  ])("#%s is inside, and says what was added to Linux for it", (link, words) => {
    const found = standing(link);
    expect(found.why).toEqual([]);
    expect(standingWords(found)[0]).toContain(words);
  });

  test.each(presets.map(({ id, scenario }) => ({ id, scenario })))("preset $id is inside", ({ scenario }) => {
    expect(standingOf(scenario, stored).why).toEqual([]);
  });

  test.each(["lessons", "labs"])("of %s is inside, unless its sender is a custom program", (folder) => {
    const outside = readdirSync(folder).flatMap((name) => {
      const links = readFileSync(`${folder}/${name}`, "utf8").matchAll(/^(?:bench|scenario): #(\S+)$/gm);
      return [...links]
        .filter(([, link]) => !link.includes("cc=@"))
        .flatMap(([, link]) => standing(link).why.map((why) => `${name}: ${why}`));
    });
    expect(outside).toEqual([]);
  });

  test("of a custom program is outside, and says what holds with a built-in algorithm", async () => {
    await ready();
    const { why } = standingOf(customScenario(senderWith("", "My AIMD"), "cc=own"), stored);
    expect(why).toEqual([
      "“My AIMD” is a custom sender, which no other system runs.",
      "With the built-in NewReno in its place, this run is validated.",
    ]);
  });

  test("of an example program names the built-in algorithm that it equals", async () => {
    await ready();
    const equals = TEMPLATES.flatMap(({ kind, code, like }) => {
      const builtIn = new URLSearchParams(like ?? "").get(kind === "sender" ? "cc" : "aqm");
      const id = readProgram(code).program?.id ?? "";
      return builtIn === null ? [] : [[id, builtIn] as const];
    });
    expect(EXAMPLES).toEqual(Object.fromEntries(equals));
    const aimd = TEMPLATES.find(({ id }) => id === "aimd");
    expect(standingOf(customScenario(aimd?.code ?? "", "cc=own"), stored).why).toEqual([
      "“AIMD” is a custom sender, which no other system runs.",
      "With the built-in NewReno that it equals, this run is validated.",
    ]);
  });

  test("of a custom program outside the range says what else was not compared", async () => {
    await ready();
    const link = "cc=own&capacity=900Mbps&rtt=900ms&aqm=red";
    const { why, nearest } = standingOf(customScenario(senderWith("", "My AIMD"), link), stored);
    expect(why[1]).toMatch(/^Nor was this run compared with the built-in NewReno in its place: /);
    expect(nearest).not.toBeNull();
  });

  test("of a sender without comparisons has no nearest case", () => {
    const never = standing("v=2&cc=adaptive-abe");
    expect(never.nearest).toBeNull();
    expect(standingWords(never)).toEqual([
      "Not validated against Linux or ns-3. Adaptive ABE has never been compared with Linux or ns-3.",
      "No compared case is near this run.",
    ]);
  });
});
