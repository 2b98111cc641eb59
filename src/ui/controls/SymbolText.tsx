/** Text in which `x_sub` is set as the field writes it, with a real subscript. */
import { memo, type ReactNode } from "react";

const SUBSCRIPT = /(\p{L})_(\p{L}+)/gu;

export const SymbolText = memo(function SymbolText({ text }: { readonly text: string }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(SUBSCRIPT)) {
    parts.push(text.slice(from, match.index), match[1], <sub key={match.index}>{match[2]}</sub>);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return <>{parts}</>;
});
