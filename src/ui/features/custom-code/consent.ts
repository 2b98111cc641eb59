/** The user's consent to programs of URLs and files, which are shown before they run. */
import type { Bench } from "../../core/bench.ts";
import type { Stored } from "../../core/device.ts";
import type { Consent } from "../../core/link-programs.ts";

/** Packed programs that may run without a question: written on this device, or read and run before. */
export const ALLOWED: Stored<readonly string[]> = {
  key: "programs-allowed",
  what: "the programs that may run",
  none: [],
  read: (text) => text.split("\n").filter((one) => one !== ""),
  write: (packed) => packed.join("\n"),
};

/** Limit in characters of all programs that may run. */
const MOST_ALLOWED = 500_000;

/** Programs from a URL or file that the user has not allowed to run yet. */
interface HeldPrograms {
  /** Name of what contains the programs: "link", "task". */
  readonly from: string;
  /** The programs in the packed form that URLs use. */
  readonly packed: readonly string[];
  /** Opens the state that contains the programs. */
  open(): void;
}

const NOT_RUN = "not-run";

export class ProgramConsent implements Consent {
  /** Programs that wait for the user's consent. */
  held: HeldPrograms | null = null;
  readonly #bench: Bench;
  /** Packed programs that may run: written on this device, or accepted by the user. */
  readonly #agreed = new Set<string>();
  /** Number of requests to open a state. */
  #opening = 0;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  isGiven(packed: readonly string[]): boolean {
    return packed.every((one) => this.#agreed.has(one));
  }

  give(packed: string): void {
    this.#agreed.add(packed);
  }

  /** Accepts the waiting programs and opens their run. */
  agree(): void {
    const { held } = this;
    this.held = null;
    this.#bench.dismissNotice(NOT_RUN);
    for (const packed of held?.packed ?? []) {
      this.give(packed);
      this.remember(packed);
    }
    held?.open();
  }

  /** Keeps the waiting programs closed. The user can still read and run them, and Back returns to their URL. */
  decline(): void {
    const { held } = this;
    const bench = this.#bench;
    bench.showDialog(null);
    if (held === null) return;
    bench.url.keepEntry();
    // The panel of a task shows this message itself.
    if (bench.store.get().guide?.kind === "task") return;
    const title = `The program in this ${held.from} has not been run, so the plots show a run without it.`;
    const dialog = { name: "program", label: "Read the program" };
    bench.notice({ id: NOT_RUN, title, lines: [], link: null, isOfLink: true, dialog });
  }

  open(packed: readonly string[], open: () => void, from = "link"): void {
    const opening = ++this.#opening;
    if (this.isGiven(packed)) {
      // Programs of a built-in lesson are allowed as well, so that they run without asking the user after a reload.
      for (const one of packed) this.remember(one);
      open();
      return;
    }
    if (packed.every((one) => this.#agreed.has(one) || this.#isRemembered(one))) {
      // The parser for programs is loaded only when the first program is opened.
      this.#bench.loadProgramReader().then(
        () => {
          for (const one of packed) this.give(one);
          if (opening === this.#opening) open();
        },
        () =>
          this.#bench.notice({
            id: NOT_RUN,
            title: "The program reader could not be loaded. Reload the page when the network is back.",
            lines: [],
            link: null,
            isOfLink: true,
          }),
      );
      return;
    }
    this.held = { packed, open, from };
    if (this.#bench.store.get().dialog !== "program") this.#bench.showDialog("program");
  }

  #isRemembered(packed: string): boolean {
    return this.#bench.device.read(ALLOWED).includes(packed);
  }

  /** Lets a program run without asking the user, also after a reload. */
  remember(packed: string): void {
    const { device } = this.#bench;
    if (this.#isRemembered(packed)) return;
    const all = [...device.read(ALLOWED), packed];
    let letters = all.reduce((sum, { length }) => sum + length, 0);
    while (letters > MOST_ALLOWED && all.length > 1) letters -= all.shift()?.length ?? 0;
    device.write(ALLOWED, all);
  }
}

export function consentOf({ consent }: Bench): ProgramConsent {
  if (!(consent instanceof ProgramConsent)) throw new Error("the page has no custom programs");
  return consent;
}
