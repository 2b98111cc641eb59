import { visibleText } from "../../lib/visible-text.ts";
import { andMore } from "../shared/and-more.ts";
import { SymbolText } from "../shared/SymbolText.tsx";

/** Maximum number of lines in a notice. It covers the plots and must leave most of them visible. */
const MOST_LINES = 6;

export function NoticeLines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const more = lines.length - MOST_LINES;
  return (
    <ul>
      {lines.slice(0, MOST_LINES).map((line) => (
        <li key={line}>
          <SymbolText text={visibleText(line)} />
        </li>
      ))}
      {more > 0 && <li>{andMore(more)}</li>}
    </ul>
  );
}
