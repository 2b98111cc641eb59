/** Tests mutated inputs: readers throw only errors with a message, and what they accept is valid. */
import { describe, expect, test } from "vitest";
import { effort } from "../effort.ts";
import { mutated, randomFrom } from "./mutate.ts";
import { faultOf, type Reader } from "./reader.ts";
import { READERS } from "./readers.ts";

const TOTAL = effort === "long" ? 100_000 : effort === "little" ? 400 : 2000;
const EACH = Math.ceil(TOTAL / READERS.length);

/** Returns a text from outside as part of a message, with invisible characters written out. */
const seen = (text: string) =>
  JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}… ${text.length}` : text);

async function faultOfText(reader: Reader, text: string): Promise<string | null> {
  try {
    return faultOf(await reader.read(text), text);
  } catch (error) {
    return error instanceof Error
      ? `${error.constructor.name}: ${error.message}\n${error.stack}`
      : String(error);
  }
}

describe.each(READERS)("$name", (reader) => {
  test("accepts its examples", async () => {
    for (const example of reader.examples) {
      const { refused } = await reader.read(example);
      expect(refused, seen(example)).toBe(null);
    }
  });

  test(`withstands ${EACH} mutated ones`, async () => {
    const faults: string[] = [];
    for (let seed = 1; seed <= EACH && faults.length < 5; seed++) {
      const text = mutated(reader.examples, randomFrom(seed));
      const fault = await faultOfText(reader, text);
      if (fault !== null) faults.push(`seed ${seed}: ${seen(text)}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
