/** The way from a point, cell or row to the run behind it; nothing where there is none. */
import { isPlainClick } from "../plain-click.ts";
import { SymbolText } from "../SymbolText.tsx";
import type { RunLinks } from "./run-links.ts";

interface RunLinkProps {
  readonly job: string | null;
  readonly links: RunLinks;
  readonly text: string;
  /** Where the text alone does not say which run. */
  readonly label?: string;
}

export function RunLink({ job, links, text, label }: RunLinkProps) {
  const href = job === null ? null : links.href(job);
  if (job === null || href === null) return null;
  return (
    <a
      className="strip__link"
      href={href}
      aria-label={label}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        links.open(job);
      }}
    >
      <span>
        <SymbolText text={text} />
      </span>
    </a>
  );
}
