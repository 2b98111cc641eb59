/** From the link of a kept run to the run itself. */
import { KERNEL_TRACES, type Scenario } from "../../../engine/index.ts";
import { fragmentToState } from "../../state/read-fragment.ts";

export interface KeptScenario {
  readonly scenario: Scenario;
  /** Id of the watched link; null: the first. */
  readonly watch: string | null;
  /** What of the link could not be read as it stands. */
  readonly problems: readonly string[];
}

const READ = new Map<string, KeptScenario>();

/** The same object for the same link. */
export function keptScenario(link: string): KeptScenario {
  const known = READ.get(link);
  if (known !== undefined) return known;
  const { opening, problems } = fragmentToState(link, KERNEL_TRACES);
  const { scenario, watch } = opening;
  const read = { scenario, watch, problems: problems.map(({ message }) => message) };
  READ.set(link, read);
  return read;
}
