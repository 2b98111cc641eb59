/**
 * The code or link in what people and platforms write around it: words, HTML, entities, the redirect of a mail program's
 * protection, and line breaks inside. A part that a program has broken off is put back where the checksum says that it belongs.
 */
import { decoded } from "./links.ts";
import { isPacked, unpackText } from "./packed-text.ts";

const ADDRESS = /(?:https?|file):\/\//;
const CODE = /\bz\.[A-Za-z0-9_-]+/;
/** What word processors and web pages put into long words, and is not seen. */
const UNSEEN = /[\u00AD\u200B-\u200D\u2060\uFEFF]|<wbr\s*\/?>|&(?:shy|ZeroWidthSpace|#8203);/gi;
/** Behind a line break: nothing but what links consist of. */
const PIECE = /^[A-Za-z0-9_=&%.,~:;-]+$/;
/** Behind it. */
export const MOST_PIECES = 120;
/** Of what is put together again. */
const LONGEST_JOINED = 40_000;

interface Found {
  readonly text: string;
  /** The other words of the cell. */
  readonly beside: string;
  /** So many of the further lines belong to it. */
  readonly used: number;
}

/** `further`: the lines behind it, from which a broken one may go on. Null where there is no hand-in. */
export function findHandIn(cell: string, further: readonly string[] = []): Found | null {
  const words = wordsOf(cell);
  const at = words.findIndex((word) => handedInOf(plain(word)) !== null);
  const begun = at < 0 ? null : handedInOf(plain(words[at]));
  if (begun === null) return null;
  const alone = { text: begun, beside: wordsBeside(cell, []), used: 0 };
  if (isWhole(begun)) return alone;
  const own = words.slice(at + 1);
  // What stands behind it in the same cell comes first; a word that is none of a link ends it.
  const isLast = own.every((one) => PIECE.test(one));
  const pieces = [...own, ...(isLast ? further.map(withoutQuoting) : [])].slice(0, MOST_PIECES);
  const joined = rejoined(begun, pieces);
  if (joined === null) return alone;
  const beside = wordsBeside(cell, own.slice(0, joined.count));
  return { text: joined.text, beside, used: Math.max(0, joined.count - own.length) };
}

/** Without tags, the hand-in, and the parts that belong to it. */
function wordsBeside(cell: string, parts: readonly string[]): string {
  const words =
    cell
      .replace(UNSEEN, "")
      .replace(/<[^<>]*>|&nbsp;/g, " ")
      .match(/\S+/g) ?? [];
  const rest = words.map((word) => {
    const found = handedInOf(word);
    if (found !== null) return word.replace(found, "");
    return parts.includes(word) ? "" : word;
  });
  return rest.filter((word) => word !== "").join(" ");
}

/** Whether a line can be the rest of a link that was broken. */
export function isPiece(line: string): boolean {
  return PIECE.test(withoutQuoting(line)) && handedInOf(withoutQuoting(line)) === null;
}

function wordsOf(cell: string): string[] {
  return cell.replace(UNSEEN, "").match(/[^\s"<>]+/g) ?? [];
}

/** A mail that is answered has "> " before each line. */
function withoutQuoting(line: string): string {
  return line
    .replace(UNSEEN, "")
    .replace(/^(?:>\s?)+/, "")
    .trim();
}

function plain(word: string): string {
  const text = word.replace(/&(?:amp|#38|#x26);/gi, "&");
  // Mail programs' protection leads through an address of its own and has the link as a value.
  const inside = /[?&](?:url|u|q)=(https?%3A[^&]*)/i.exec(text)?.[1];
  return inside?.includes("%23") ? decoded(inside) : text;
}

/** A link of any page with a fragment, a fragment alone, or a code alone: whichever comes first. */
function handedInOf(word: string): string | null {
  const hash = word.indexOf("#");
  const address = ADDRESS.exec(word)?.index ?? -1;
  const link = address >= 0 && word.includes("#", address) ? address : -1;
  const fragment = hash >= 0 && word.includes("=", hash) ? hash : -1;
  const code = CODE.exec(word);
  const found = [link, fragment, code?.index ?? -1].filter((at) => at >= 0);
  if (found.length === 0) return null;
  const at = Math.min(...found);
  return at === code?.index ? code[0] : word.slice(at);
}

/** By the checksum of its code, or of its task where it has none. A link with neither has nothing that could be broken. */
function isWhole(text: string): boolean {
  const packed = isPacked(text)
    ? text
    : (/[#&?]hand-in=(z\.[A-Za-z0-9_-]*)/.exec(text)?.[1] ?? /[#&?]task=([A-Za-z0-9_.-]*)/.exec(text)?.[1]);
  if (packed === undefined) return true;
  try {
    unpackText(packed);
    return true;
  } catch {
    return false;
  }
}

function rejoined(begun: string, pieces: readonly string[]): { text: string; count: number } | null {
  let text = begun;
  for (const [i, piece] of pieces.entries()) {
    // The soft line break of a mail's text is a "=" at the end.
    text = text.replace(/=$/, "") + plain(piece);
    if (!PIECE.test(piece) || text.length > LONGEST_JOINED) return null;
    if (isWhole(text)) return { text, count: i + 1 };
  }
  return null;
}
