/** The choice of the watched link, next to the plots of its queue; renders nothing if the path has only one link. */
import { hasSeveralLinks, type RunView } from "../core/run-view.ts";
import { useBench } from "../core/use-store.ts";

interface LinkMenuProps {
  readonly run: RunView;
  /** The text before the name of the link: "at", "Queue at". */
  readonly word: string;
}

export function LinkMenu({ run, word }: LinkMenuProps) {
  const bench = useBench();
  const { links } = run.snapshot;
  if (!hasSeveralLinks(run)) return null;
  return (
    <label className="link-menu">
      <span>{word}</span>{" "}
      <select
        className="menu"
        aria-label="Watched link"
        value={links[run.link].id}
        onChange={(event) => bench.watchLink(event.currentTarget.value)}
      >
        {links.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
