/** The choice of the watched link, beside the plots of its queue. */

import { type ReactNode, useMemo } from "react";
import type { RunView } from "../../state/run-view.ts";
import { useBench } from "../../state/use-store.ts";

/** Undefined where the path has one link only; the same element while it says the same, so that plots stay drawn. */
export function useLinkMenu({ snapshot, link }: RunView, word: string): ReactNode {
  const links = JSON.stringify(snapshot.links.map(({ id, label }) => ({ id, label })));
  return useMemo(() => {
    const choices: LinkChoice[] = JSON.parse(links);
    return choices.length < 2 ? undefined : (
      <LinkMenu word={word} choices={choices} chosen={choices[link].id} />
    );
  }, [links, link, word]);
}

interface LinkChoice {
  readonly id: string;
  readonly label: string;
}

interface LinkMenuProps {
  /** What is of the link: "at", "queue at". */
  readonly word: string;
  readonly choices: readonly LinkChoice[];
  readonly chosen: string;
}

function LinkMenu({ word, choices, chosen }: LinkMenuProps) {
  const bench = useBench();
  return (
    <label className="link-menu">
      <span>{word}</span>{" "}
      <select
        className="menu"
        aria-label="Watched link"
        value={chosen}
        onChange={(event) => bench.watchLink(event.currentTarget.value)}
      >
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
