/** The kept runs with what has been computed of them. */
import type { Scenario } from "../../../engine/index.ts";
import { linkIndex } from "../../state/watched-link.ts";
import type { Book } from "./book.ts";
import { keptScenario } from "./kept-scenario.ts";
import type { Computed } from "./notebook-desk.ts";
import type { NotebookRun } from "./notebook-table.ts";

export interface ShownRun {
  readonly link: string;
  readonly name: string;
  readonly scenario: Scenario;
  /** Null until it is complete. */
  readonly run: NotebookRun | null;
  /** What was wrong with the link, or the run. */
  readonly problems: readonly string[];
}

export function shownRuns({ runs }: Book, computed: ReadonlyMap<string, Computed>): ShownRun[] {
  return runs.map(({ link, name }) => {
    const { scenario, watch, problems } = keptScenario(link);
    const known = computed.get(link);
    const snapshot = known !== undefined && "snapshot" in known ? known.snapshot : null;
    return {
      link,
      name,
      scenario,
      run: snapshot && { name, scenario, snapshot, link: linkIndex(snapshot.links, watch) },
      problems: known !== undefined && "error" in known ? [...problems, known.error] : problems,
    };
  });
}
