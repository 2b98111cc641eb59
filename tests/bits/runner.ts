/** What every engine of JavaScript is asked for: the digests of a link, whole and in slices. Nothing but the language. */
import { type Scenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";

/** A piece of a run: so many events, or so large a share of its duration. */
type Slice = { readonly events: number } | { readonly share: number };

/** One turn of the loop, around the loop's own stretch of 1024, and shares that meet no round time. */
const SLICES: readonly Slice[] = [
  ...[1, 2, 7, 1023, 1024, 1025].map((events) => ({ events })),
  ...[1 / 97, 1 / 31, 1 / 53].map((share) => ({ share })),
  { events: 8191 },
];

/** A change is handed in so long before its time, or as much again earlier. */
const NOTICE_S = 0.001;

/** The digest of a link, once where slices lead to it as well. */
export function bitsOf(link: string): string {
  const { scenario } = scenarioFromUrl(`#${link}`);
  const whole = runScenario(scenario).digest();
  const sliced = slicedDigest(scenario);
  return whole === sliced ? whole : `${whole} whole, ${sliced} in slices`;
}

/** Looked at in between, and what it changes in mid-run handed in as a live session does. */
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

/** Now and then, at everything that can be looked at. */
function look(simulation: Simulation, cut: number): void {
  if (cut % 7 === 0) simulation.picture();
  if (cut % 11 === 0) simulation.results();
  if (cut % 41 === 0) simulation.snapshot();
}
