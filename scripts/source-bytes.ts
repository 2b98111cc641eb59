/** Reads a source map (ECMA-426) to find how many characters of a built file come from each source file. */

/** Returns the number of characters of each source file, by its path; "" stands for code that the bundler has added. */
export function sourceBytes(code: string, mapText: string): Map<string, number> {
  const { sources, mappings } = JSON.parse(mapText) as { sources: string[]; mappings: string };
  const bytes = new Map<string, number>();
  const add = (source: number, length: number) => {
    const name = sources[source] ?? "";
    if (length > 0) bytes.set(name, (bytes.get(name) ?? 0) + length);
  };
  const lines = code.split("\n");
  let source = 0;
  for (const [i, line] of mappings.split(";").entries()) {
    let column = 0;
    let from = { column: 0, source: -1 };
    for (const segment of line === "" ? [] : line.split(",")) {
      const [columns, sourceStep] = decoded(segment);
      column += columns;
      add(from.source, column - from.column);
      source += sourceStep ?? 0;
      from = { column, source: sourceStep === undefined ? -1 : source };
    }
    add(from.source, (lines[i]?.length ?? 0) - from.column);
  }
  return bytes;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Decodes the numbers of a segment: signed, in base 64 with five bits per digit, lowest digits first (ECMA-426, VLQ). */
function decoded(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const letter of segment) {
    const digit = DIGITS.indexOf(letter);
    value |= (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    numbers.push((value & 1) === 0 ? value >> 1 : -(value >> 1));
    [value, shift] = [0, 0];
  }
  return numbers;
}
