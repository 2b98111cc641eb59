/** What a guide does on the bench: the same edits as a person's, so each can be undone. */
import { KERNEL_TRACES } from "../../engine/index.ts";
import { READ_FRAGMENT } from "../app/parts.ts";
import type { Bench } from "../state/bench.ts";
import { BENCH } from "../state/screens.ts";

/** `fragment`: what a link to the bench says. What is wrong in it is read as the nearest valid run, as in any link. */
export async function openState(bench: Bench, fragment: string): Promise<void> {
  const { fragmentToState } = await READ_FRAGMENT.fetch();
  const { opening } = fragmentToState(fragment, KERNEL_TRACES);
  bench.edits.byGuide(() => bench.edits.open(opening));
  if (bench.store.get().screen.id !== "bench") bench.showScreen(BENCH);
}
