/** What the field's words in a help text mean, below it: in a tip, which goes away with the pointer, nothing can be asked. */
import { termsIn } from "../../../engine/index.ts";
import { SymbolText } from "../SymbolText.tsx";

/** More would make a tip a page. */
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
