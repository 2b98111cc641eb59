/** Which columns of a list of hand-ins say who it was: by their heads, as learning platforms and forms write them. */

interface NameColumn {
  readonly column: number;
  /** The lower, the sooner it stands for the student. */
  readonly rank: number;
}

/** Who it was, in the words of one line. */
export interface Names {
  readonly name: string;
  /** All that the line says of who it is: name, number, address. */
  readonly names: readonly string[];
}

/** First match counts. The heads of Moodle, Canvas, Google's and Microsoft's forms are among them. */
const KINDS: readonly { readonly head: RegExp; readonly rank: number }[] = [
  { head: /first ?name|last ?name|surname|given|family|sobrenome|apellidos?/i, rank: 1 },
  { head: /user ?name|^user$|login/i, rank: 3 },
  { head: /e-?mail|邮箱|correio/i, rank: 4 },
  {
    head: /(?:id|student|matriculation) ?(?:number|no\b|nr\b|id)|^sis[ _](?:user[ _])?id$|matr[ií]cula|n[uú]mero|^number$|registration|学号/i,
    rank: 2,
  },
  {
    head: /^(?:what is )?(?:your |full |student(?:.s)? )*name\b|^student$|nome|nombre|aluno|estudante|姓名|名字|学生/i,
    rank: 0,
  },
  { head: /^(?:identifier|id)$/i, rank: 5 },
];
const PART_OF_NAME = 1;
const SURNAME = /last ?name|surname|family|sobrenome|apellidos?/i;
/** Where a surname stands beside it, no whole name. */
const BARE_NAME = /^(?:name|nome|nombre)$/i;
const HAND_IN =
  /\b(?:link|code|hand-?in|answer|url|submission|online text|text|response|resposta)\b|c[oó]digo|链接|代码|答案/i;
/** Alone it makes a line one of heads. */
const HAND_IN_ALONE =
  /^(?:link|code|hand-?in|answer|url|submission|online text|text|resposta|c[oó]digo|链接|代码)$/i;
/** Longer ones are sentences. */
const LONGEST_HEAD = 80;

export interface Heads {
  readonly names: readonly NameColumn[];
  /** -1: none is called so. */
  readonly text: number;
}

/** Null where the line is no line of heads. */
export function headsOf(cells: readonly string[]): Heads | null {
  if (cells.some((cell) => cell.length > LONGEST_HEAD)) return null;
  const hasSurname = cells.some((cell) => SURNAME.test(cell));
  const names = cells.flatMap((cell, column) => {
    const kind = KINDS.find(({ head }) => head.test(cell));
    if (kind === undefined) return [];
    return [{ column, rank: hasSurname && BARE_NAME.test(cell) ? PART_OF_NAME : kind.rank }];
  });
  // One or two words in a line of their own are a head, a sentence is not.
  const isHead = cells.length > 1 || /^\S+(?: \S+)?$/.test(cells[0] ?? "");
  const alone = cells.findIndex((cell) => HAND_IN_ALONE.test(cell));
  if (!isHead || (names.length === 0 && alone < 0)) return null;
  return { names, text: alone >= 0 ? alone : cells.findIndex((cell) => HAND_IN.test(cell)) };
}

/** `skipped`: the column of the hand-in. */
export function namesIn(cells: readonly string[], heads: Heads, skipped: number): Names {
  const known = heads.names
    .filter(({ column }) => column !== skipped && (cells[column] ?? "") !== "")
    .map(({ column, rank }) => ({ rank, text: cells[column] }));
  const least = Math.min(...known.map(({ rank }) => rank));
  const first = known.filter(({ rank }) => rank === least).map(({ text }) => text);
  const name = least === PART_OF_NAME ? first.join(" ") : (first[0] ?? "");
  const parts = known.filter(({ rank }) => rank === PART_OF_NAME).map(({ text }) => text);
  const all = [name, parts.join(" "), parts.toReversed().join(" "), ...known.map(({ text }) => text)];
  return { name, names: [...new Set(all.flatMap(withUser))].filter((one) => one !== "") };
}

/** Of an address also what stands before its "@": often it is the student's number. */
function withUser(text: string): string[] {
  const at = text.indexOf("@");
  return at > 0 ? [text, text.slice(0, at)] : [text];
}
