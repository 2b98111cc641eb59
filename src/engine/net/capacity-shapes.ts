/**
 * Example recordings of link capacity, generated with fixed seeds. They are not measurements, but have the shapes of
 * measurements. Mahimahi's own recordings are under the GPL and not included; `--capacity-trace` and the page can
 * read them.
 */
import { clamp } from "../core/math.ts";
import { RandomStream } from "../core/random.ts";
import { canonicalTrace, opportunitiesText, ratesText } from "./capacity-trace.ts";

interface CapacityShape {
  readonly id: string;
  readonly help: string;
  /** Returns the recording as text, for the parameter of a link. The recording repeats. */
  text(): string;
}

const SEED = 1;
const MBPS = 1e6;

/**
 * A cellular link modelled as in Sprout (Winstein et al., NSDI 2013): opportunities come at random, their rate
 * follows a random walk, and an outage lasts for some time.
 */
function cellular(): string {
  const stream = new RandomStream(SEED, "cellular");
  const times: number[] = [];
  const LENGTH_MS = 40_000;
  const MOST_PER_MS = 1;
  // Rate in opportunities per millisecond: 0.3 corresponds to 3.6 Mbps.
  let rate = 0.3;
  let outageMs = 0;
  for (let ms = 1; ms <= LENGTH_MS; ms++) {
    if (ms % 20 === 0) {
      // The sum of four uniform numbers is close enough to a normal distribution.
      let step = -2;
      for (let i = 0; i < 4; i++) step += stream.uniform();
      rate = clamp(rate + step * 0.05, 0.02, MOST_PER_MS);
      if (outageMs === 0 && rate < 0.06 && stream.uniform() < 0.2) outageMs = 200 + 1500 * stream.uniform();
    }
    if (outageMs > 0) outageMs = Math.max(0, outageMs - 1);
    else if (stream.uniform() < rate) times.push(ms);
  }
  times.push(LENGTH_MS);
  return opportunitiesText(times, true);
}

/**
 * A link on a train: the rate changes every half second and stays near the typical rate for the position between two
 * stations; it is zero in two tunnels.
 */
function train(): string {
  const stream = new RandomStream(SEED, "train");
  const rates: number[] = [];
  const TUNNELS = [
    { fromS: 22, toS: 25 },
    { fromS: 41, toS: 47.5 },
  ];
  for (let i = 0; i < 120; i++) {
    const atS = i / 2;
    // Between two stations, the rate is high at both ends and low in the middle.
    const fromMiddle = Math.abs(atS - 30) / 30;
    const usual = 4 + 26 * fromMiddle;
    const isInTunnel = TUNNELS.some(({ fromS, toS }) => atS >= fromS && atS < toS);
    const rate = isInTunnel ? 0 : usual * (0.5 + stream.uniform());
    rates.push(Math.round(rate * 10) * (MBPS / 10));
  }
  return ratesText(new Float64Array(rates.length).fill(0.5e6), rates, true);
}

/**
 * Rates of 802.11n with a single stream (20 MHz, 800 ns guard interval). About six tenths of the rate remain after the overhead
 * of Wi-Fi.
 */
const WIFI_MBPS = [6.5, 13, 19.5, 26, 39, 52, 58.5, 65];

/**
 * A Wi-Fi link. Every tenth of a second the rate stays the same or moves to the next or previous rate of the table. Sometimes a
 * burst of noise lowers the rate.
 */
function wifi(): string {
  const stream = new RandomStream(SEED, "wifi");
  const rates: number[] = [];
  let step = 5;
  let noise = 0;
  for (let i = 0; i < 300; i++) {
    const turn = stream.uniform();
    if (turn < 0.2) step = Math.max(0, step - 1);
    else if (turn > 0.8) step = Math.min(WIFI_MBPS.length - 1, step + 1);
    if (noise > 0) noise--;
    else if (stream.uniform() < 0.02) noise = 1 + Math.floor(3 * stream.uniform());
    rates.push(noise > 0 ? 0 : Math.round(WIFI_MBPS[step] * 6) * (MBPS / 10));
  }
  return ratesText(new Float64Array(rates.length).fill(0.1e6), rates, true);
}

export const capacityShapes: readonly CapacityShape[] = [
  {
    id: "cellular",
    help: "Opportunities at a rate that walks at random, with outages: Sprout's model of a cellular link, 40 s.",
    text: cellular,
  },
  { id: "train", help: "A train between two stations, with two tunnels, 60 s.", text: train },
  {
    id: "wifi",

    help: "The steps of 802.11n's modulation, and bursts of noise, 30 s.",
    text: wifi,
  },
];

/** Registers the examples, so that URLs that name an example work without a file. */
export function registerCapacityShapes(): void {
  for (const { text } of capacityShapes) canonicalTrace(text());
}
