/** From the name of a run to the run itself: its scenario, and the link that opens it on the bench. */
import { type Scenario, scenarioToUrl } from "../../engine/index.ts";
import type { Experiment, Job, Size } from "../../experiments/experiment.ts";

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

  href(size: Size, key: string): string | null {
    const scenario = this.scenario(size, key);
    return scenario === null ? null : `#${scenarioToUrl(scenario)}`;
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
