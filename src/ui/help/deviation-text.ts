/** How an algorithm differs from its text, in words of the page. */
import type { Deviation } from "../../engine/index.ts";

/** "Limit: 1000 packets (Linux: 10000 packets)." */
export function deviationText({ subject, text = "", here }: Deviation): string {
  return `${capitalised(subject)}: ${unmarked(here)}${text === "" ? "" : ` (${unmarked(text)})`}.`;
}

/** Names in the documents stand between backquotes. */
export function unmarked(text: string): string {
  return text.replaceAll("`", "");
}

/** cwnd, α and a(w) keep their small letters. */
export function capitalised(text: string): string {
  const plain = unmarked(text);
  return /^(?!cwnd|ssthresh|ce-)[a-z](?=[a-z]|\s)/.test(plain)
    ? plain[0].toUpperCase() + plain.slice(1)
    : plain;
}
