/** From the name of a run to the run itself: its scenario, and the link that opens it on the bench. */
import type { Scenario } from "../../engine/index.ts";
import type { Experiment, Job, Size } from "../../experiments/experiment.ts";
import { openingOf } from "../state/edits.ts";
import { stateToFragment } from "../state/url-sync.ts";

export class JobLinks {
  readonly #experiment: Experiment;
  readonly #jobs = new Map<Size, ReadonlyMap<string, Job>>();

  constructor(experiment: Experiment) {
    this.#experiment = experiment;
  }

  /** Null where this version of the experiment has no such run. */
  scenario(size: Size, key: string): Scenario | null {
    return this.#byKey(size).get(key)?.scenario ?? null;
  }

  /** What the pictures compare a run with; null: nothing, or not at this size. */
  compared(size: Size, key: string): { readonly scenario: Scenario; readonly what: string } | null {
    const base = this.#experiment.comparedWith?.(key) ?? null;
    const scenario = base && this.scenario(size, base.key);
    return base && scenario && { scenario, what: base.what };
  }

  /** With what the run is compared with as the pinned one. */
  href(size: Size, key: string): string | null {
    const scenario = this.scenario(size, key);
    if (scenario === null) return null;
    const base = this.compared(size, key);
    const pinned = base && { scenario: base.scenario, snapshot: null };
    return `#${stateToFragment({ ...openingOf(scenario), pinned })}`;
  }

  /** All runs of a size, by their names. */
  jobs(size: Size): ReadonlyMap<string, Job> {
    return this.#byKey(size);
  }

  /** Null where the runs cannot be laid out; starting them says why. */
  count(size: Size): number | null {
    try {
      return this.#byKey(size).size;
    } catch {
      return null;
    }
  }

  /** Worked out when first asked for: of a large grid that takes a while. */
  #byKey(size: Size): ReadonlyMap<string, Job> {
    const known = this.#jobs.get(size);
    if (known !== undefined) return known;
    const jobs = new Map(this.#experiment.jobs(size).map((job) => [job.key, job]));
    this.#jobs.set(size, jobs);
    return jobs;
  }
}
