/**
 * Computes the digests by which JavaScript engines are compared: those of a scenario URL, run whole and in slices.
 * This module uses only the language itself.
 */
import { type Scenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";

/** A slice of a run: a number of events, or a share of its duration. */
type Slice = { readonly events: number } | { readonly share: number };

/**
 * Kinds of slices: one event per slice, sizes around the loop's block of 1024, and shares that do not match round
 * times.
 */
const SLICES: readonly Slice[] = [
  ...[1, 2, 7, 1023, 1024, 1025].map((events) => ({ events })),
  ...[1 / 97, 1 / 31, 1 / 53].map((share) => ({ share })),
  { events: 8191 },
];

/** Minimum time between submitting a change and its effect; the maximum is twice as long. */
const NOTICE_S = 0.001;

/** Returns the digest of a scenario URL. Checks that slices give the same digest. */
export function bitsOf(link: string): string {
  const { scenario } = scenarioFromUrl(`#${link}`);
  const whole = runScenario(scenario).digest();
  const sliced = slicedDigest(scenario);
  return whole === sliced ? whole : `${whole} whole, ${sliced} in slices`;
}

/** Runs in slices with reads in between. Changes are submitted during the run like in a live session. */
function slicedDigest(scenario: Scenario): string {
  const durationS = Number(scenario.run.duration);
  const isComing = ({ atS }: { readonly atS: number }) => atS >= NOTICE_S && atS < durationS;
  const coming = scenario.changes.filter(isComing);
  const simulation = new Simulation({
    ...scenario,
    changes: scenario.changes.filter((change) => !isComing(change)),
  });
  for (let cut = 0; !simulation.done; cut++) {
    const noticeS = coming.length > 0 ? coming[0].atS - NOTICE_S : durationS;
    const slice = SLICES[cut % SLICES.length];
    if ("events" in slice) simulation.advance(noticeS, slice.events);
    else simulation.advance(Math.min(noticeS, simulation.nowS + slice.share * durationS));
    while (coming.length > 0 && coming[0].atS - 2 * NOTICE_S < simulation.nowS) {
      simulation.change(coming[0]);
      coming.shift();
    }
    look(simulation, cut);
  }
  return simulation.digest();
}

/** Reads the results between two slices of a run, because reading must not change it. Each kind of result is read after some slices only. */
function look(simulation: Simulation, cut: number): void {
  if (cut % 7 === 0) simulation.pathState();
  if (cut % 11 === 0) simulation.results();
  if (cut % 41 === 0) simulation.snapshot();
}
