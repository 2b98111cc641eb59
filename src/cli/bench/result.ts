/** What the bench says of a case, as `--json` has it. */
import type { Line } from "./cases.ts";
import type { FirstRuns } from "./first-runs.ts";
import type { Timing } from "./measure.ts";

export interface BenchResult extends Timing {
  readonly name: string;
  readonly garbageBytesPerPacket: number;
  /** No steady run: what its growing queue takes is in the garbage. */
  readonly isGrowing?: true;
  /** Of the two main cases: the first and the second run of a fresh process. */
  readonly coldNsPerPacket?: FirstRuns;
  readonly line?: HeldLine;
}

/** A line, and what is held against it: times what it is `of`. */
export interface HeldLine extends Line {
  readonly times: number;
}

/** Ratios to the floor are compared, where a line is of another case: both were measured beside the same loop. */
export function heldTo(line: Line, ratio: number, earlier: readonly BenchResult[]): HeldLine {
  if (line.of === "floor") return { ...line, times: ratio };
  const other = earlier.find(({ name }) => name === line.of);
  if (other === undefined) throw new Error(`"${line.of}" has not been measured yet`);
  return { ...line, times: ratio / other.ratio };
}

/** One line of text. */
export function describe(result: BenchResult): string {
  const words = [
    result.name.padEnd(44),
    `${String(result.packets).padStart(8)} packets`,
    `${result.nsPerPacket.toFixed(0).padStart(6)} ns/packet`,
    ` floor ${result.floorNsPerPacket.toFixed(0).padStart(4)} ns/packet`,
    ` ratio ${result.ratio.toFixed(2).padStart(5)}`,
    ` garbage ${result.garbageBytesPerPacket.toFixed(1).padStart(6)} B/packet`,
  ];
  if (result.isGrowing) words.push("(its queue grows)");
  if (result.line !== undefined) words.push(` ${lineText(result.line)}`);
  if (result.coldNsPerPacket !== undefined) {
    const [first, second] = result.coldNsPerPacket.map((ns) => ns.toFixed(0));
    words.push(` first runs ${first}, ${second} ns/packet`);
  }
  return words.join(" ");
}

function lineText({ atMost, of, times }: HeldLine): string {
  const own = of === "floor" ? "" : `${times.toFixed(2)} times "${of}", `;
  return `${own}line ${atMost.toFixed(1)}${times > atMost ? "  over" : ""}`;
}
