/**
 * The part of `npm run hostile` that measures readers: mutated inputs, and texts that repeat one piece, with the
 * processor time of each. Each reader has two tests, which print a line each.
 *
 * - The first test fails if the reader throws, accepts invalid input, or takes more than 100 ms per 10 kB. HOSTILE=N
 *   tries N inputs in all readers together. A time above the limit is measured again before it counts.
 * - The second test repeats each token of two examples 100,000 times at its position. It fails above 1 s per 1 MB.
 *
 * `npm run hostile -- -t NAME` tries the readers of that name.
 */
import { afterAll, describe, expect, test } from "vitest";
import { inflated, mutated, PIECES, REPEATED, randomFrom, swollen } from "./mutate.ts";
import { faultOf, type Reader } from "./reader.ts";
import { READERS } from "./readers.ts";

const TOTAL = Number(process.env.HOSTILE ?? 100_000);
const LIMIT_MS = 100;
const UNIT_BYTES = 10_000;
const LENGTHS = [10_000, 40_000];
const AT = [0, 0.5, 1];

interface Tally {
  inputs: number;
  refused: number;
  worstMs: number;
  worst: string;
  readonly faults: string[];
}

/** Returns the cost of reading a text in ms per 10 kB; a shorter text counts as 10 kB. */
async function costOf(
  reader: Reader,
  text: string,
): Promise<{ ms: number; refused: boolean; fault: string | null }> {
  const before = process.cpuUsage();
  const reading = await reader.read(text);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000 / Math.max(1, (reading.bytes ?? Buffer.byteLength(text)) / UNIT_BYTES);
  return { ms, refused: reading.refused !== null, fault: faultOf(reading, text) };
}

async function note(tally: Tally, reader: Reader, text: string, what: string): Promise<void> {
  tally.inputs++;
  try {
    let { ms, refused, fault } = await costOf(reader, text);
    for (let again = 0; again < 3 && ms > LIMIT_MS / 2; again++)
      ms = Math.min(ms, (await costOf(reader, text)).ms);
    if (refused) tally.refused++;
    if (fault !== null) tally.faults.push(`${what}: ${fault}`);
    if (ms > tally.worstMs) Object.assign(tally, { worstMs: ms, worst: what });
    if (ms > LIMIT_MS) tally.faults.push(`${what}: ${ms.toFixed(0)} ms for 10 kB`);
  } catch (error) {
    tally.faults.push(`${what}: ${String(error)}`);
  }
}

async function triedMutated(reader: Reader): Promise<Tally> {
  const tally: Tally = { inputs: 0, refused: 0, worstMs: 0, worst: "", faults: [] };
  for (const example of reader.examples) await reader.read(example);
  for (const length of LENGTHS)
    for (const piece of [...REPEATED, ...PIECES])
      for (const at of AT) {
        const text = swollen(reader.examples[0], piece, length, at);
        await note(tally, reader, text, `${JSON.stringify(piece.slice(0, 20))} at ${at}, ${length}`);
      }
  for (let seed = 1; tally.inputs < TOTAL / READERS.length; seed++)
    await note(tally, reader, mutated(reader.examples, randomFrom(seed)), `seed ${seed}`);
  return tally;
}

const TIMES = 100_000;
const INFLATED_LIMIT_MS = 1000;
const INFLATED_UNIT_BYTES = 1_000_000;
/**
 * A text with a tenth of the repeats is tried first. It shows quadratic time already, and the whole text could take
 * minutes.
 */
const TRIAL_TIMES = TIMES / 10;

/** Returns the cost of reading a text in ms per 1 MB (a shorter text counts as 1 MB), and the fault of the result. */
async function costOfInflated(reader: Reader, text: string): Promise<{ ms: number; fault: string | null }> {
  const before = process.cpuUsage();
  let fault: string | null;
  try {
    fault = faultOf(await reader.read(text), text);
  } catch (error) {
    fault = String(error);
  }
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000 / Math.max(1, Buffer.byteLength(text) / INFLATED_UNIT_BYTES), fault };
}

const line = (name: string, ...columns: readonly (number | string)[]) =>
  process.stdout.write(`${columns.map((column) => String(column).padStart(8)).join("")}  ${name}\n`);

/** Declares the tests of these readers. */
export function measure(readers: readonly Reader[]): void {
  const tried: number[] = [];
  afterAll(() => {
    const inputs = tried.reduce((sum, count) => sum + count, 0);
    process.stdout.write(`${inputs} inputs to ${readers.length} readers\n`);
  });

  describe.each(readers)("$name", (reader) => {
    test("withstands mutated inputs, in time", async () => {
      const { inputs, refused, worstMs, worst, faults } = await triedMutated(reader);
      const words = `ms for 10 kB at most: ${reader.name} (${reader.refuses}); slowest: ${worst}`;
      line(words, inputs, refused, worstMs.toFixed(1));
      tried.push(inputs);
      expect(faults).toEqual([]);
    });

    test("takes at most 1 s for 1 MB of a repeated token", async () => {
      const faults: string[] = [];
      let [inputs, worstMs, worst] = [0, 0, ""];
      for (const example of reader.examples.slice(0, 2)) {
        const [whole, trials] = [TIMES, TRIAL_TIMES].map((times) => inflated(example, times));
        for (const [i, { text, what }] of whole.entries()) {
          const trial = await costOfInflated(reader, trials[i].text);
          const isSlow = trial.ms > INFLATED_LIMIT_MS;
          const { ms: first, fault } = isSlow ? trial : await costOfInflated(reader, text);
          const isDoubtful = first > INFLATED_LIMIT_MS && first < 2 * INFLATED_LIMIT_MS;
          const ms = isDoubtful ? Math.min(first, (await costOfInflated(reader, text)).ms) : first;
          inputs++;
          if (fault !== null) faults.push(`${what}: ${fault}`);
          if (ms > INFLATED_LIMIT_MS)
            faults.push(`${what}, ${isSlow ? TRIAL_TIMES : TIMES} times: ${ms.toFixed(0)} ms for 1 MB`);
          if (ms > worstMs) [worstMs, worst] = [ms, what];
        }
      }
      tried.push(inputs);
      line(`ms for 1 MB at most: ${reader.name}; slowest: ${worst}`, inputs, "", worstMs.toFixed(0));
      expect(faults).toEqual([]);
    });
  });
}
