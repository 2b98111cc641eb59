/**
 * Answers requests that need a run to be repeated: an explanation, delays of each flow, a file of packets. This code is loaded
 * with the first such request, because plots do not need it.
 */
import type { FlowDelays, Scenario } from "../engine/index.ts";
import type { PacketLog } from "../engine/replays.ts";
import { flowDelaysOf, packetCsvOf, pcapngOf, qlogOf, SNAP_BYTES, Storyteller } from "../engine/replays.ts";
import type { FilePieces, PacketFileWish } from "./protocol.ts";
import type { RunnerEnvironment } from "./simulating.ts";

/** Maximum size of a file (bytes); a browser could not hold a larger one together with the page. */
const MOST_FILE_BYTES = 400e6;

/** Repeats runs. Each answer is a generator that yields between short steps of work. */
export class ReplayRunner {
  #around: RunnerEnvironment;
  #mostFileBytes: number;
  #kept: { readonly key: string; readonly teller: Storyteller } | null = null;

  constructor(around: RunnerEnvironment, mostFileBytes = MOST_FILE_BYTES) {
    this.#around = around;
    this.#mostFileBytes = mostFileBytes;
  }

  /** Returns the storyteller of a run. It is kept, because its index of the run serves the next question too. */
  storyteller(scenario: Scenario): Storyteller {
    const { create } = this.#around;
    const key = JSON.stringify(scenario);
    if (this.#kept?.key !== key)
      this.#kept = { key, teller: new Storyteller(scenario, (log) => create(scenario, log)) };
    return this.#kept.teller;
  }

  /** Returns the queueing delays of each flow at the link with index `link`, up to `untilS`. */
  flowDelays(scenario: Scenario, link: number, untilS: number): Generator<undefined, FlowDelays> {
    const { create } = this.#around;
    return flowDelaysOf(scenario, (log) => create(scenario, log), link, untilS);
  }

  /** Writes packets to a file. */
  *packetFile(scenario: Scenario, wish: PacketFileWish): Generator<undefined, FilePieces> {
    const pieces: (string | Uint8Array<ArrayBuffer>)[] = [];
    let bytes = 0;
    for (const piece of this.#file(scenario, wish)) {
      if (piece.length > 0) pieces.push(piece);
      bytes += piece.length;
      if (bytes > this.#mostFileBytes)
        throw new Error(
          `the file would be larger than ${this.#mostFileBytes / 1e6} MB: zoom into a shorter stretch, or use the command line`,
        );
      yield;
    }
    return pieces;
  }

  #file(scenario: Scenario, { format, point, stamp, program, fromS, toS }: PacketFileWish) {
    const make = (log: PacketLog) => this.#around.create(scenario, log);
    switch (format) {
      case "csv": {
        const head = [program, ...stamp].map((line) => `# ${line}\n`).join("");
        return packetCsvOf(scenario, make, { fromS, toS, stamp: head });
      }
      case "pcapng":
        return pcapngOf(scenario, make, {
          ...{ fromS, toS, program, comments: stamp },
          points: [point],
          snapBytes: SNAP_BYTES,
        });
      case "qlog":
        return qlogOf(scenario, make, { fromS, toS, title: program, description: stamp.join(" ") });
    }
  }
}
