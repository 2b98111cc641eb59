/** Keeps the run that the bench shows, by its button or its key; the notebook's program comes when it is first asked for. */
import { fetched } from "../../shared/lazy.tsx";
import type { Bench } from "../../state/bench.ts";

const NOTICE = "notebook";

/** What came of it, in a sentence; never rejected. */
export function keepShown(bench: Bench): Promise<string> {
  // Another run may stand there by the time that the notebook has come.
  const asked = bench.store.get();
  return fetched("The notebook", import("./keep.ts")).then(
    ({ keepRun }) => keepRun(bench, asked),
    (error: Error) => error.message,
  );
}

/** Said over the plots: who presses a key looks there, and not at the button. */
export async function keepByKey(bench: Bench): Promise<void> {
  const title = await keepShown(bench);
  bench.store.set(({ notices }) => ({
    notices: [...notices.filter(({ id }) => id !== NOTICE), { id: NOTICE, title, lines: [], link: null }],
  }));
}
