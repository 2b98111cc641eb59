/**
 * The meanings of the terms in a help text, shown below the text. Terms inside a tip cannot be opened, because the
 * tip closes when the pointer leaves it.
 */
import { termsIn } from "../../../engine/index.ts";
import { SymbolText } from "../SymbolText.tsx";

/** Maximum number of terms. More terms would be too long for a tip. */
const MOST = 3;

export function WordsOf({ text }: { readonly text: string }) {
  const words = termsIn(text).filter(({ isCommon }) => isCommon !== true);
  if (words.length === 0) return null;
  return (
    <span className="words-of">
      {words.slice(0, MOST).map((word) => (
        <span key={word.term}>
          <b>
            <SymbolText text={word.term} />
          </b>{" "}
          <SymbolText text={word.text} />
        </span>
      ))}
    </span>
  );
}
