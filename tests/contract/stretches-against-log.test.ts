/** Tests that all numbers in explanations of time ranges equal the numbers in the run's log, for any run. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Question, type Scenario, type Story, scenarioFromUrl } from "../../src/engine/index.ts";
import { casesOfAll, firstOrAll, MANY } from "../effort.ts";
import { tell, tellerOf, textOf } from "../engine/explain/asking.ts";
import { LoggedRun, truthOf } from "../engine/explain/oracle.ts";
import { anyScenario } from "./random-scenarios.ts";

/** Tolerance for rounding, because the explanation and the test add up in different orders. */
const NEAR = 1e-9;

function expectTrue(run: LoggedRun, story: Story): void {
  for (const part of story.sentences.flat()) {
    if (typeof part === "string" || part.fact === undefined) continue;
    const { fact, text } = part;
    const truth = truthOf(run, fact);
    const told = `${story.title}: "${text}" of ${JSON.stringify(fact)} in "${textOf(story)}"`;
    if (truth === null) expect(fact.kind, told).toBe("term");
    else
      expect(Math.abs(truth - fact.value), `${told}; the log has ${truth}`).toBeLessThanOrEqual(
        NEAR * Math.max(1, Math.abs(truth)),
      );
  }
}

const PLOTS = ["queue", "cwnd", "throughput", "fairness"] as const;

function questionsOf(run: LoggedRun, fromShare: number, lastsShare: number): Question[] {
  const { snapshot, network } = run;
  const fromS = snapshot.nowS * fromShare;
  const toS = fromS + (snapshot.nowS - fromS) * lastsShare;
  const flow = Math.floor(fromShare * network.flows.length);
  const link = Math.floor(lastsShare * network.links.length);
  const stretch = { kind: "stretch", link, fromS, toS } as const;
  const join: Question = { kind: "join", flow, atS: network.flows[flow].startNs / 1e9 };
  return [
    ...PLOTS.flatMap((of) => [null, flow].map((whose): Question => ({ ...stretch, of, flow: whose }))),
    ...(join.atS < snapshot.nowS ? [join] : []),
  ];
}

function expectAllTrue(scenario: Scenario, fromShare: number, lastsShare: number): void {
  const run = new LoggedRun(scenario);
  const teller = tellerOf(scenario);
  for (const question of questionsOf(run, fromShare, lastsShare))
    expectTrue(run, tell(teller, question).story);
}

const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

test("explanations of time ranges agree with the log in any run", MANY, () => {
  fc.assert(fc.property(anyScenario, share, share, expectAllTrue), casesOfAll(8, 25));
});

const RUNS = [
  "aqm=red&flows=8&duration=8s",
  "flow=cc=newreno,rtt=40ms&flow=cc=newreno,start=4&duration=12s",
  "v=2&aqm=droptail&cc=cubic&ecn=off&duration=20s",
  "duration=30s",
];
test.each(firstOrAll(RUNS, 1))("%s", MANY, (url) => {
  for (const fromShare of [0.05, 0.6]) expectAllTrue(scenarioFromUrl(url).scenario, fromShare, 0.5);
});
