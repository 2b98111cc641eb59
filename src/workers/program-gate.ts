/**
 * The gate between the page and its workers: a custom program reaches a worker only if the user has allowed it to run. Every worker of
 * the page is started behind the gate (`browser-worker.ts`), so that no part of the page can forget the question.
 */
import type { Scenario } from "../engine/index.ts";
import { ProgramRefused } from "./protocol.ts";
import type { WorkerLink } from "./supervised-worker.ts";

/** The programs of a scenario, in the packed form that URLs use. */
type Packed = readonly string[];

/** The answers of the page. */
export interface ProgramRules {
  mayRun(packed: Packed): boolean;
  /**
   * Asks the user. `answered` is called with the answer; a question that another one replaces is answered with false. So is a question
   * about a program that the user has refused, unless the user has requested the run (`isRequested`).
   */
  ask(packed: Packed, answered: (mayRun: boolean) => void, isRequested?: boolean): void;
}

const NO_PROGRAM: ProgramRules = { mayRun: () => false, ask: (_, answered) => answered(false) };

export class ProgramGate {
  #rules = NO_PROGRAM;
  #again = () => {};
  /** Programs that a worker was given without a question. The question is then shown once, because requests may be repeated. */
  readonly #shown = new Set<string>();

  /** Until the page has set its rules, no program runs. `again` repeats the run on the screen. */
  follow(rules: ProgramRules, again: () => void): void {
    this.#rules = rules;
    this.#again = again;
  }

  /** Returns null if the programs of all scenarios may run, after a question if necessary; otherwise a sentence for the user. */
  async refusal(scenarios: readonly Scenario[], isRequested: boolean): Promise<string | null> {
    const packed = [...new Set(scenarios.flatMap(packedIn))];
    if (packed.length === 0 || this.#rules.mayRun(packed)) return null;
    const mayRun = await new Promise<boolean>((answered) => this.#rules.ask(packed, answered, isRequested));
    return mayRun ? null : NOT_ALLOWED;
  }

  /** Returns the link to a worker whose calls are rejected if a program in their arguments may not run. */
  guard(link: WorkerLink): WorkerLink {
    const api = new Proxy(link.api, {
      get: (target, name) => {
        const call: unknown = Reflect.get(target, name);
        if (typeof call !== "function") return call;
        return (...given: unknown[]) =>
          this.#passes(given.flatMap(packedInArgument))
            ? Reflect.apply(call, target, given)
            : Promise.reject(new ProgramRefused(NOT_ALLOWED));
      },
    });
    return { api, terminate: () => link.terminate() };
  }

  #passes(packed: Packed): boolean {
    if (packed.length === 0 || this.#rules.mayRun(packed)) return true;
    if (packed.some((one) => !this.#shown.has(one))) {
      for (const one of packed) this.#shown.add(one);
      this.#rules.ask(packed, (mayRun) => mayRun && this.#again());
    }
    return false;
  }
}

const NOT_ALLOWED =
  "This run contains a program that has not been allowed to run. Read the program and press Run first.";

function packedIn({ programs }: Pick<Scenario, "programs">): string[] {
  return (programs ?? []).map(({ packed }) => packed);
}

/** Returns the programs in an argument of a call: a scenario, or an object that contains one. */
function packedInArgument(given: unknown): string[] {
  if (typeof given !== "object" || given === null) return [];
  const inside = "scenario" in given ? packedInArgument(given.scenario) : [];
  return "programs" in given ? [...packedIn(given as Pick<Scenario, "programs">), ...inside] : inside;
}

export const programGate = new ProgramGate();
