/**
 * Finds a hand-in code or URL inside a text that people and platforms have changed: surrounding words, HTML, entities,
 * quoted-printable, the redirect of a mail filter, an escaped "#", line breaks. A code or URL that was broken into pieces is put
 * together again; its checksum must then be right.
 */
import { scenarioToUrl } from "../../engine/index.ts";
import { unpackText } from "../../lib/packed-text.ts";
import { decoded } from "../document/links.ts";
import { codeOf, readHandIn } from "./hand-in.ts";

const ADDRESS = /(?:https?|file):\/\//;
const CODE = /\bz\.[A-Za-z0-9_-]+/;
/** Matches invisible characters that word processors and web pages insert into long words. */
const UNSEEN = /[\u00AD\u200B-\u200D\u2060\uFEFF]|<wbr\s{0,9}\/?>/gi;
/** Matches a line that consists only of characters of URLs. */
const PIECE = /^[A-Za-z0-9_=&%.,~:;@/-]+$/;
/** Maximum number of lines that may continue a broken URL. */
export const MOST_PIECES = 120;
/** Maximum number of hand-ins in one cell that are compared with each other. */
const MOST_IN_CELL = 8;
/** Maximum length of a text that is put together from pieces (characters). */
const LONGEST_JOINED = 40_000;
/** How often a text may be escaped. Mail programs do not escape more often. */
const MOST_ESCAPES = 4;

export interface FoundText {
  readonly text: string;
  /** False for a damaged code, and for a URL of another page. */
  readonly isReadable: boolean;
  /** Text of the cell outside the hand-in. */
  readonly beside: string;
  /** Number of the following lines that belong to the hand-in. */
  readonly used: number;
  /** True if the cell contains another, different hand-in. */
  readonly isOneOfSeveral?: true;
  /** If there are several: a text of them alone, in which they are found again. */
  readonly again?: string;
}

/** A word between two hand-ins that continues neither of them. */
const SEPARATOR = " · ";

/** Finds the hand-in of a cell; null if there is none. `further` are the following lines, on which a broken URL may continue. */
export function findHandIn(cell: string, further: readonly string[] = []): FoundText | null {
  if (!mayHoldHandIn(cell)) return null;
  const words = new Words(plainText(cell));
  const found: Candidate[] = [];
  for (let at = 0; at < words.length && found.length < MOST_IN_CELL; at++) {
    const one = candidateAt(words, at, further);
    if (one === null) continue;
    found.push(one);
    at = one.to;
  }
  // Candidates that can be read are preferred to others, such as URLs of other pages.
  const readable = found.filter(({ read }) => read !== null);
  const codes = readable.filter(({ read }) => read?.kind === "code");
  // A code is preferred to a URL from the address bar next to it.
  const [own = found[0]] = codes.length > 0 ? codes : readable;
  if (own === undefined) return null;
  const isOneOfSeveral = (codes.length > 0 ? codes : readable).some((one) => !isSame(one, own));
  return {
    text: own.text,
    isReadable: own.read !== null,
    // Computed on request, because the whole file is beside the hand-in of a file.
    get beside() {
      return wordsBeside(words, own, found);
    },
    used: own.used,
    ...(isOneOfSeveral && { isOneOfSeveral, again: found.map(({ text }) => text).join(SEPARATOR) }),
  };
}

/** The words of a text. Only their places are stored, because a file of 2 MB may have a million words. */
class Words {
  private readonly text: string;
  private ends = new Uint32Array(64);
  length = 0;

  constructor(text: string) {
    this.text = text;
    for (const { 0: word, index } of text.matchAll(/\S+/g)) {
      if (2 * this.length === this.ends.length) {
        const longer = new Uint32Array(2 * this.ends.length);
        longer.set(this.ends);
        this.ends = longer;
      }
      this.ends[2 * this.length] = index;
      this.ends[2 * this.length + 1] = index + word.length;
      this.length++;
    }
  }

  /** Returns a word; empty after the last one. */
  at(i: number): string {
    return i < this.length ? this.text.slice(this.ends[2 * i], this.ends[2 * i + 1]) : "";
  }

  /** Returns the words from `from` up to `to`, which is not included. */
  slice(from: number, to: number): string[] {
    const words: string[] = [];
    for (let i = from; i < Math.min(to, this.length); i++) words.push(this.at(i));
    return words;
  }

  /** Returns the same words as one text. */
  joined(from: number, to: number): string {
    return from < to ? this.text.slice(this.ends[2 * from], this.ends[2 * to - 1]).replace(/\s+/g, " ") : "";
  }
}

/** Returns false for a text without any sign of a code or URL. */
export function mayHoldHandIn(text: string): boolean {
  return MAY_HOLD_ONE.test(text);
}

const MAY_HOLD_ONE = /#|z\.|[%=-](?:25)*23|[&]num;|__;/;

type Readable = Exclude<ReturnType<typeof readHandIn>, { readonly kind: "unreadable" }>;

interface Candidate {
  readonly text: string;
  /** The hand-in; null if it cannot be read. */
  readonly read: Readable | null;
  /** Indices of the first and last word of the candidate. */
  readonly from: number;
  readonly to: number;
  /** Text before the candidate, in the word in which it starts. */
  readonly before: string;
  readonly used: number;
}

function candidateAt(words: Words, from: number, further: readonly string[]): Candidate | null {
  const word = words.at(from);
  const firstPart = mayHoldHandIn(word) ? handedInOf(word) : null;
  if (firstPart === null) return null;
  const { text, before } = firstPart;
  const { text: plain, read } = readableOf(withoutPunctuation(text));
  const alone = { text: plain, before, from, to: from, used: 0 };
  const isOpen = /[=&,]$/.test(text) || /^[&=]/.test(words.at(from + 1));
  if (isWhole(alone.text) && !(isOpen && !isChecked(text))) return { ...alone, read };
  const own = words.slice(from + 1, from + 1 + MOST_PIECES);
  // The next words of the same cell are tried first. A word that cannot be part of a URL ends the search.
  const isLast = from + 1 + own.length === words.length && own.every((one) => PIECE.test(one));
  const pieces = [...own, ...(isLast ? further.map(withoutQuoting) : [])].slice(0, MOST_PIECES);
  const joined = isChecked(text) ? rejoined(text, pieces) : continued(text, pieces);
  if (joined === null) return { ...alone, read };
  const inCell = Math.min(joined.count, own.length);
  return {
    ...{ text: joined.text, read: readableIn(joined.text), before, from },
    ...{ to: from + inCell, used: joined.count - inCell },
  };
}

/** Returns the words of the cell without those of the hand-ins. */
function wordsBeside(words: Words, own: Candidate, found: readonly Candidate[]): string {
  const rest: string[] = [];
  let next = 0;
  for (const part of found) {
    rest.push(words.joined(next, part.from));
    if (part === own || !isSame(part, own)) rest.push(part.before);
    next = part.to + 1;
  }
  rest.push(words.joined(next, words.length));
  return rest.filter((word) => word !== "").join(" ");
}

/** Returns whether a line can be the continuation of a broken URL. */
export function isPiece(line: string): boolean {
  const piece = withoutQuoting(line);
  return PIECE.test(piece) && handedInOf(piece) === null;
}

/** Returns the visible text of HTML with the addresses of its links. Entities and quoted-printable are decoded. */
function plainText(cell: string): string {
  let text = cell.replace(UNSEEN, "");
  if (/=3D/.test(text))
    text = text
      .replace(/=\r?\n/g, "")
      .replace(/=([2-7][0-9A-F])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  // The text may have been escaped twice, by two platforms.
  for (let i = 0; i < 2 && text.includes("&"); i++) text = text.replace(ENTITY, entityText);
  return text.replace(UNSEEN, "").replace(TAG, addressIn).replaceAll('"', " ").replace(/[<>]/g, " ");
}

const TAG = /<(?!(?:https?|file):)\/?[a-zA-Z!][^<>]*>/g;

function addressIn(tag: string): string {
  const at = tag.search(/\bhref\s{0,9}=/i);
  const address = at < 0 ? null : /^href\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|(\S+))/i.exec(tag.slice(at));
  return address === null ? " " : ` ${(address[1] ?? address[2] ?? address[3]).replace(/>$/, "")} `;
}

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,20}));/g;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ensp: " ", emsp: " ", thinsp: " " },
  ...{ num: "#", equals: "=", percnt: "%", period: ".", comma: ",", colon: ":", semi: ";", sol: "/" },
  ...{ lowbar: "_", hyphen: "-", dash: "-", shy: "", zerowidthspace: "", zwnj: "", zwj: "" },
};

function entityText(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/** Removes the "> " that replies to a mail put before each line. */
function withoutQuoting(line: string): string {
  return plainText(line.replace(UNSEEN, "").replace(/^(?:>\s?)+/, "")).trim();
}

/**
 * Returns the URL or code in a word: a URL with a fragment, a fragment alone, or a code alone, whichever comes first.
 */
function handedInOf(word: string): { readonly text: string; readonly before: string } | null {
  // URLs are ASCII. Letters of other scripts next to them belong to the sentence.
  for (const { 0: run, index } of word.matchAll(/[\x21-\x7e]+/g)) {
    const own = ownIn(run);
    if (own !== null) return { text: own.text, before: word.slice(0, index) + own.before };
  }
  return null;
}

function ownIn(run: string): { readonly text: string; readonly before: string } | null {
  const address = ADDRESS.exec(run)?.index ?? -1;
  const plain = address < 0 ? run : unescapedLink(run.slice(address));
  const before = address < 0 ? "" : run.slice(0, address);
  const hash = plain.indexOf("#");
  const link = address >= 0 && hash >= 0 ? 0 : -1;
  const fragment = hash >= 0 && plain.includes("=", hash) ? hash : -1;
  const code = CODE.exec(plain);
  const starts = [link, fragment, code?.index ?? -1].filter((at) => at >= 0);
  if (starts.length === 0) return null;
  const at = Math.min(...starts);
  return { text: at === code?.index ? code[0] : plain.slice(at), before: before + plain.slice(0, at) };
}

/** Returns the URL behind the redirect of a mail filter, with its "#". */
function unescapedLink(link: string): string {
  if (link.includes("#")) return link;
  const inside = proofpointLink(link) ?? addressInQuery(link) ?? link;
  if (inside.includes("#")) return inside;
  const at = inside.search(/%(?:25){0,3}23/);
  if (at < 0) return inside;
  let rest = inside.slice(at).replace(/^%(?:25)*23/, "");
  for (let i = 0; i < MOST_ESCAPES && !rest.includes("=") && rest.includes("%"); i++) rest = decoded(rest);
  return `${inside.slice(0, at)}#${rest}`;
}

/**
 * Returns the URL inside the address of a redirect: Outlook, Google, Barracuda and others pass it as a parameter. Null if there
 * is none.
 */
function addressInQuery(link: string): string | null {
  const query = link.indexOf("?");
  if (query < 0) return null;
  for (const part of link
    .slice(query + 1)
    .split("&")
    .slice(0, 20)) {
    let value = part.slice(part.indexOf("=") + 1);
    for (let i = 0; i < MOST_ESCAPES && /^https?%/i.test(value); i++) value = decoded(value);
    if (/^https?:\/\//i.test(value) && /#|%(?:25){0,3}23/.test(value)) return value;
  }
  return null;
}

/**
 * Returns the URL inside a redirect of Proofpoint, which writes "-23" for "%23" and "_" for "/". Its third version writes "*" for
 * each special character and lists these characters after the URL.
 */
function proofpointLink(link: string): string | null {
  const second = /^https?:\/\/urldefense\.proofpoint\.com\/v2\/url\?u=([^&]{1,20000})/.exec(link)?.[1];
  if (second !== undefined) return decoded(second.replaceAll("_", "/").replace(/-([0-9A-F]{2})/g, "%$1"));
  const third = /^https?:\/\/urldefense\.(?:com|us)\/v3\/__/.exec(link)?.[0];
  const end = link.lastIndexOf("__;");
  if (third === undefined || end < third.length) return null;
  const signs = base64Text(link.slice(end + 3).split("!")[0]);
  let used = 0;
  // "**" and a letter stand for several special characters in a row; "**A" stands for two.
  return link.slice(third.length, end).replace(/\*\*([A-Za-z0-9_-])|\*/g, (_, many?: string) => {
    const count = many === undefined ? 1 : RUN_LENGTHS.indexOf(many) + 2;
    used += count;
    return signs.slice(used - count, used);
  });
}

const RUN_LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function base64Text(text: string): string {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

/** Removes punctuation at the end of a sentence, brackets and emphasis. URLs of the program never end with such characters. */
function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 1 && ".,;:!?)]}'*|`~".includes(text[end - 1])) end--;
  return text.slice(0, end);
}

/** Reads a URL. Its "&" and "=" may be escaped as well. */
function readableOf(text: string): { readonly text: string; readonly read: Readable | null } {
  let plain = text;
  for (let i = 0; i < MOST_ESCAPES; i++) {
    const read = readableIn(plain);
    if (read !== null) return { text: plain, read };
    if (!/%(?:25)*(?:26|3D)/i.test(plain)) break;
    plain = decoded(plain);
  }
  return { text, read: null };
}

function readableIn(text: string): Readable | null {
  const read = readHandIn(text);
  return read.kind === "unreadable" ? null : read;
}

/** Returns whether two candidates are the same hand-in, in whatever form. */
function isSame(one: Candidate, other: Candidate): boolean {
  if (one.read === null || other.read === null) return false;
  return one.text === other.text || meaningOf(one.read) === meaningOf(other.read);
}

function meaningOf(read: Readable): string {
  return read.kind === "link" ? scenarioToUrl(read.scenario) : JSON.stringify(read.handIn);
}

/** Returns the part that has a checksum: the code; if there is no code, the task. */
function packedIn(text: string): string | undefined {
  return codeOf(text) ?? /[#&?]task=([A-Za-z0-9_.-]*)/.exec(text)?.[1];
}

const isChecked = (text: string) => packedIn(text) !== undefined;

/** Returns whether the checksum is right. A URL without a checksum counts as complete, because nothing proves that it is broken. */
function isWhole(text: string): boolean {
  const packed = packedIn(text);
  if (packed === undefined) return true;
  try {
    unpackText(packed);
    return true;
  } catch {
    return false;
  }
}

/** Matches a setting at the end of a text whose value has not started. */
const BEGUN_SETTING = /&[a-z-]*(?:=z?\.?)?$/;

/** Matches a packed text that can be whole. */
const PACKED = /^z\.[A-Za-z0-9_-]+$/;

/**
 * Puts together a code or URL with a checksum. As pieces are added, its packed part only grows at its end, and data that end
 * before its end are the same data. So the longest packed part decides whether an earlier one is whole, and the first whole one is
 * searched by halves; unpacking each of them would take the square of the length.
 */
function rejoined(start: string, pieces: readonly string[]): { text: string; count: number } | null {
  const joined: string[] = [];
  for (const piece of pieces) {
    // In mail, a "=" at the end of a line marks a soft line break.
    const text = (joined.at(-1) ?? start).replace(/=$/, "") + piece;
    if (!PIECE.test(piece) || text.length > LONGEST_JOINED) break;
    joined.push(text);
  }
  const owns = joined.map(withoutPunctuation);
  const packed = owns.map((own) => packedIn(own) ?? "");
  for (let from = 0; from < packed.length; from++) {
    if (!PACKED.test(packed[from])) continue;
    let last = from;
    while (PACKED.test(packed[last + 1] ?? "") && packed[last + 1].startsWith(packed[last])) last++;
    if (isWhole(owns[last])) {
      let [first, whole] = [from, last];
      while (first < whole) {
        const middle = (first + whole) >> 1;
        if (isWhole(owns[middle])) whole = middle;
        else first = middle + 1;
      }
      for (let i = first; i <= last; i++)
        if (!BEGUN_SETTING.test(joined[i])) return { text: owns[i], count: i + 1 };
    }
    from = last;
  }
  return null;
}

/**
 * Puts together a URL without a checksum. It continues on the next line if it ends with a character that cannot end a URL, or if
 * the next line starts with such a character.
 */
function continued(start: string, pieces: readonly string[]): { text: string; count: number } | null {
  let text = start;
  let count = 0;
  for (const piece of pieces) {
    if (!PIECE.test(piece) || !(/[=&,]$/.test(text) || /^[&=]/.test(piece))) break;
    text = /[=&,]$/.test(text) && /^[&=]/.test(piece) ? text.slice(0, -1) + piece : text + piece;
    count++;
  }
  const own = withoutPunctuation(text);
  return count > 0 && readableIn(own) !== null ? { text: own, count } : null;
}
