/** Under a picture: what the chosen point says, and the way to the run behind it. */
import { SymbolText } from "../SymbolText.tsx";
import { openPointWords, spoken } from "./figure-words.ts";
import { RunLink } from "./RunLink.tsx";
import type { RunLinks } from "./run-links.ts";

interface PointStripProps {
  /** Null while nothing is chosen. */
  readonly words: string | null;
  readonly colour?: string | undefined;
  /** The run that shows the point. */
  readonly job: string | null;
  readonly links: RunLinks;
}

export function PointStrip({ words, colour, job, links }: PointStripProps) {
  if (words === null) {
    return (
      <p className="strip strip--hint">
        Point at a value, or use the arrow keys, to read it and to open its run.
      </p>
    );
  }
  const beside = (job !== null && links.beside?.(job)) || null;
  const text = openPointWords(beside);
  return (
    <p className="strip">
      <span className="strip__words">
        {colour !== undefined && <span className="strip__dot" style={{ background: colour }} />}
        <SymbolText text={words} />
      </span>
      <RunLink job={job} links={links} text={text} label={`${spoken(text)}: ${words}`} />
    </p>
  );
}
