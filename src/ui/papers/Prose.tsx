/** A sentence of an experiment: symbols with their subscripts, and no line break between a number and its unit. */
import { SymbolText } from "../shared/SymbolText.tsx";

const NO_BREAK = "\u00a0";

export function Prose({ text }: { readonly text: string }) {
  return <SymbolText text={unbroken(text)} />;
}

export function unbroken(text: string): string {
  return text.replace(/(\d) (?=(?:%|[kMG]?B|[kMG]bps|ms|µs|s|min)(?![\p{L}\d]))/gu, `$1${NO_BREAK}`);
}
