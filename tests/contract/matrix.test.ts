/** Tests every queue discipline with every sender, with and without ECN, against a CUBIC flow. */
import { describe, expect, test } from "vitest";
import {
  addFlow,
  congestionControls,
  defaultScenario,
  queueDisciplines,
  type Scenario,
  setAqm,
  setCc,
  setParam,
  validateScenario,
} from "../../src/engine/index.ts";
import { congestionControlById } from "../../src/engine/registered.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { effort } from "../effort.ts";
import { slicedDigest, Witness } from "./witness.ts";

const RTT_MS = 40;
/** The duration is long enough for the queue to fill and to signal. Long tests also cover late events. */
const DURATION_S = effort === "long" ? 30 : 6;
/** With little effort, one of this many combinations is tested. */
const EVERY = effort === "little" ? 5 : 1;
/** One of this many runs is repeated in slices. */
const SLICED = 12;
const SLICE_EVENTS = 1777;

/** A sender that responds neither to marks nor to losses. */
const CHEAT = "unresponsive";

const FIRST = { scope: "flow", flow: 0 } as const;

function withoutSwitch(aqm: string, cc: string): Scenario {
  const scenario = setCc(setAqm(defaultScenario(), aqm), 0, cc);
  const timed = setParam(scenario, { scope: "run" }, "duration", DURATION_S);
  const near = setParam(timed, FIRST, "rtt", RTT_MS);
  return addFlow(near, { cc: "cubic", params: { rtt: RTT_MS } });
}

/** Returns a combination with settings as a user might choose them, whether sensible or not. */
function combination(aqm: string, cc: string, ecn: boolean): Scenario {
  const scenario = withoutSwitch(aqm, cc);
  return { ...scenario, flows: scenario.flows.map((spec) => ({ ...spec, params: { ...spec.params, ecn } })) };
}

const isSenseless = (cc: string, ecn: boolean) =>
  !ecn && congestionControlById(cc, undefined).needsEcn !== undefined;

const idsOf = (registry: readonly { readonly id: string }[]) => registry.map(({ id }) => id);
const switches = [true, false];

describe.each(idsOf(queueDisciplines).map((aqm, index) => [aqm, index] as const))("%s", (aqm, index) => {
  const combinations = idsOf(congestionControls)
    .flatMap((cc) => switches.map((ecn) => ({ cc, ecn })))
    .filter(({ cc, ecn }) => !isSenseless(cc, ecn))
    .filter((_, i) => (i + index) % EVERY === 0);

  test.each(combinations)("$cc, ECN $ecn: runs, and conserves packets", ({ cc, ecn }) => {
    const scenario = combination(aqm, cc, ecn);
    expect(validateScenario(scenario)).toEqual({ scenario, problems: [], isOld: false });
    const simulation = new Simulation(scenario);
    const witness = new Witness(simulation);
    for (let s = DURATION_S / 3; !simulation.done; s += DURATION_S / 3) {
      simulation.advance(s);
      witness.expectConserved();
      witness.expectSound();
    }
    const { links, flows } = simulation.results();
    // The link is used, and no flow is shut out. The unresponsive sender also loses retransmissions, and in a long
    // run its full queue may leave the other flow only its timeouts.
    expect(links[0].utilisation).toBeGreaterThan(0.3);
    const heard = cc === CHEAT ? flows.slice(0, 1) : flows;
    for (const { bytesReceived } of heard) expect(bytesReceived).toBeGreaterThan(0);
  });

  const sample = combinations.filter((_, i) => (i + index) % SLICED === 0);
  test.each(sample)("$cc, ECN $ecn: the digest does not depend on how the run is sliced", ({ cc, ecn }) => {
    const scenario = combination(aqm, cc, ecn);
    const whole = new Simulation(scenario);
    whole.advance(DURATION_S);
    expect(slicedDigest(scenario, SLICE_EVENTS)).toBe(whole.digest());
  });
});

describe("combinations that make no sense", () => {
  const senseless = idsOf(congestionControls).filter((cc) => isSenseless(cc, false));

  test("are part of the matrix", () => {
    expect(senseless).toContain("dctcp");
  });

  test.each(senseless)("%s without ECN is refused with the reason", (cc) => {
    const { scenario, problems } = validateScenario(combination("codel", cc, false));
    const { needsEcn = "" } = congestionControlById(cc, undefined);
    const [problem] = problems;
    expect(problems).toHaveLength(1);
    expect(problem.harmless).toBeUndefined();
    expect(problem.field).toBe("flow 1: ecn");
    expect(needsEcn).toMatch(/\.$/);
    expect(problem.message.toLowerCase()).toContain(needsEcn.replace(/\.$/, "").toLowerCase());
    expect(scenario.flows[0].params.ecn).toBe(true);
  });
});
