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
export interface HeldPrograms {
  /** Name of what contains the programs: "link", "task". */
  readonly from: string;
  /** The programs in the packed form that URLs use. */
  readonly packed: readonly string[];
  /** Called with the user's answer. Agreeing opens the state that contains the programs. */
  answered(mayRun: boolean): void;
}

const NOT_RUN = "not-run";
const DIALOG = "program";

export class ProgramConsent implements Consent {
  /** Programs that wait for the user's consent. */
  held: HeldPrograms | null = null;
  readonly #bench: Bench;
  /** Packed programs that may run: written on this device, or accepted by the user. */
  readonly #agreed = new Set<string>();
  /** Packed programs that the user has refused. They are asked about again only if the user requests their run. */
  readonly #refused = new Set<string>();
  /** Questions behind the one in the dialog. The user agrees only to programs that the dialog has shown. */
  readonly #waiting: HeldPrograms[] = [];
  /** Number of requests to open a state. */
  #opening = 0;
  /** The dialog that was open at the last change of the page. */
  #dialog: string | null = null;

  constructor(bench: Bench) {
    this.#bench = bench;
    bench.store.subscribe(() => this.#follow());
  }

  isGiven(packed: readonly string[]): boolean {
    return packed.every((one) => this.#agreed.has(one));
  }

  mayRun(packed: readonly string[]): boolean {
    return packed.every((one) => this.#agreed.has(one) || this.#isRemembered(one));
  }

  ask(packed: readonly string[], answered: (mayRun: boolean) => void, isRequested = false): void {
    if (isRequested) for (const one of packed) this.#refused.delete(one);
    const from = this.#bench.store.get().guide?.kind ?? "link";
    if (this.#isRefused(packed)) answered(false);
    else if (this.#isOpen) this.#waiting.push({ packed, from, answered });
    else {
      this.held?.answered(false);
      this.#hold({ packed, from, answered });
    }
  }

  /**
   * Follows the page's dialogs. Whatever closes the question or takes its place declines it, because its answer may be awaited. The
   * other questions wait until no dialog is open.
   */
  #follow(): void {
    const { dialog } = this.#bench.store.get();
    if (dialog === this.#dialog) return;
    const wasOpen = this.#dialog === DIALOG;
    this.#dialog = dialog;
    if (wasOpen) this.#refuse();
    if (dialog === null) this.#askNext();
  }

  /** Closes the question's dialog after its answer. */
  #close(): void {
    this.#dialog = null;
    this.#bench.showDialog(null);
  }

  /** Shows the next question. The last answer may be an answer to others as well. */
  #askNext(): void {
    for (const next of this.#waiting.splice(0)) {
      if (this.mayRun(next.packed)) next.answered(true);
      else if (this.#isRefused(next.packed)) next.answered(false);
      else if (this.#isOpen) this.#waiting.push(next);
      else this.#hold(next);
    }
  }

  #isRefused(packed: readonly string[]): boolean {
    return packed.some((one) => this.#refused.has(one));
  }

  get #isOpen(): boolean {
    return this.#bench.store.get().dialog === DIALOG;
  }

  #hold(held: HeldPrograms): void {
    this.held = held;
    // The dialog is drawn again because its subject is new.
    this.#bench.showDialog(DIALOG, held);
  }

  give(packed: string): void {
    this.#agreed.add(packed);
    this.#refused.delete(packed);
  }

  /** Accepts the programs that the user has seen, and opens their run. `packed` are the programs as their reader packs them. */
  agree(seen: HeldPrograms | null = this.held, packed: readonly string[] = []): void {
    if (seen === null || this.held !== seen) return;
    this.held = null;
    // The same text may be packed in several ways.
    for (const one of new Set([...seen.packed, ...packed])) {
      this.give(one);
      this.remember(one);
    }
    this.#close();
    this.#bench.dismissNotice(NOT_RUN);
    seen.answered(true);
    this.#askNext();
  }

  /** Keeps the waiting programs closed. The user can still read and run them, and Back returns to their URL. */
  decline(): void {
    this.#close();
    this.#refuse();
    this.#askNext();
  }

  #refuse(): void {
    const { held } = this;
    const bench = this.#bench;
    if (held === null) return;
    for (const one of held.packed) this.#refused.add(one);
    held.answered(false);
    bench.url.keepEntry();
    const { guide, screen } = bench.store.get();
    // The panel of a task shows this message itself.
    if (guide?.kind !== "task") {
      const plots = screen.id === "bench" ? ", so the plots show a run without it" : "";
      const title = `The program in this ${held.from} has not been run${plots}.`;
      const dialog = { name: DIALOG, label: "Read the program" };
      bench.notice({ id: NOT_RUN, title, lines: [], link: null, isOfLink: true, dialog });
    }
  }

  open(packed: readonly string[], open: () => void, from = "link"): void {
    const opening = ++this.#opening;
    if (this.isGiven(packed)) {
      // Programs of a built-in lesson are allowed as well, so that they run without asking the user after a reload.
      for (const one of packed) this.remember(one);
      open();
      return;
    }
    if (this.mayRun(packed)) {
      // The parser for programs is loaded only when the first program is opened.
      this.#bench.loadProgramReader().then(
        () => {
          for (const one of packed) this.give(one);
          if (opening === this.#opening) open();
        },
        () => this.#bench.readerNotLoaded(),
      );
      return;
    }
    this.held?.answered(false);
    this.#hold({ packed, from, answered: (mayRun) => mayRun && open() });
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
