/** The link that the plots and numbers of "the queue" are about. */

import type { LinkResult, LinkTrace } from "../../engine/index.ts";
import type { RunView } from "./run-view.ts";

type Watching = Pick<RunView, "snapshot" | "link">;

export function watchedLink({ snapshot, link }: Watching): LinkTrace {
  return snapshot.links[link];
}

export function watchedResult({ snapshot, link }: Watching): LinkResult {
  return snapshot.results.links[link];
}

/** The place of a link by its id; the first one where there is no such link, or none is named. */
export function linkIndex(links: readonly { readonly id: string }[], id: string | null): number {
  return Math.max(
    0,
    links.findIndex((link) => link.id === id),
  );
}

export function hasSeveralLinks({ snapshot }: Pick<RunView, "snapshot">): boolean {
  return snapshot.links.length > 1;
}
