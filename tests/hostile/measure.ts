/**
 * `npm run hostile`: 100,000 mutated inputs, and texts that repeat one piece, each measured in CPU time. Prints a line for each
 * reader; fails if one throws, accepts invalid input, or takes more than 100 ms per 10 kB. HOSTILE=N tries N inputs; a result
 * above the limit is measured again before it counts. Then repeats each token of each example 100,000 times in its place: fails
 * above 1 s per 1 MB.
 */
import { expect, test } from "vitest";
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

/** Returns milliseconds per 10 kB; a short text counts as 10 kB. */
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

async function tried(reader: Reader): Promise<Tally> {
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

test("every reader withstands them in time", async () => {
  const faults: string[] = [];
  let inputs = 0;
  for (const reader of READERS) {
    const tally = await tried(reader);
    inputs += tally.inputs;
    const line = [
      String(tally.inputs).padStart(6),
      String(tally.refused).padStart(6),
      tally.worstMs.toFixed(1).padStart(8),
    ];
    process.stdout.write(`${line.join("  ")}  ${reader.name} (${reader.refuses}); slowest: ${tally.worst}\n`);
    faults.push(...tally.faults.map((fault) => `${reader.name}: ${fault}`));
  }
  process.stdout.write(
    `${inputs} inputs to ${READERS.length} readers; columns: inputs, refused, ms for 10 kB at most\n`,
  );
  expect(faults).toEqual([]);
});

const TIMES = 100_000;
const INFLATED_LIMIT_MS = 1000;
const INFLATED_UNIT_BYTES = 1_000_000;

test("every reader takes at most 1 s for 1 MB of a repeated token", async () => {
  const faults: string[] = [];
  for (const reader of READERS) {
    let [inputs, worstMs, worst] = [0, 0, ""];
    for (const { text, what } of reader.examples.slice(0, 2).flatMap((example) => inflated(example, TIMES))) {
      const perUnit = Math.max(1, Buffer.byteLength(text) / INFLATED_UNIT_BYTES);
      const before = process.cpuUsage();
      let fault: string | null;
      try {
        fault = faultOf(await reader.read(text), text);
      } catch (error) {
        fault = String(error);
      }
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000 / perUnit;
      inputs++;
      if (fault !== null) faults.push(`${reader.name}: ${what}: ${fault}`);
      if (ms > INFLATED_LIMIT_MS) faults.push(`${reader.name}: ${what}: ${ms.toFixed(0)} ms for 1 MB`);
      if (ms > worstMs) [worstMs, worst] = [ms, what];
    }
    process.stdout.write(
      `${String(inputs).padStart(6)}  ${worstMs.toFixed(0).padStart(6)}  ${reader.name}; slowest: ${worst}\n`,
    );
  }
  process.stdout.write("columns: inputs, ms for 1 MB at most\n");
  expect(faults).toEqual([]);
});
