/** Mutates texts from outside. The same seed gives the same texts. */

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)];
}

const words = (text: string) => text.split(" ");

/** Pieces that are not in users' files and often cause faults. */
export const PIECES: readonly string[] = [
  ...words(
    "NaN Infinity -Infinity 1e308 1e309 -1e309 5e-324 -0 0x10 1e-400 ٣ １０ 9007199254740993 -1 0 00 . 1.2.3 1,5",
  ),
  ...words(
    '__proto__ constructor prototype toString hasOwnProperty valueOf length then null true undefined {} [] ""',
  ),
  ...words(
    '<script>alert(1)</script> "><img/src=x/onerror=alert(1)> javascript:alert(1) </style> <!-- ]]> &lt;',
  ),
  ...words(
    "% %Z %00 %ff %E2%28 %25 %2526 %26 %23 %3D &amp; \\u0000 \\ / = & # ; , : | + - -- --- \" ' ` { } [ ]",
  ),
  ...words(
    "\0 \u0001 \u001b[31m \u007f \u0085 \u2028 \u2029 \uFEFF \u200b \u202e \u00a0 \ud800 \udc00 \uffff 👩‍🔬 e\u0301 İ ß",
  ),
  ...["9".repeat(400), `1e${"9".repeat(30)}`, "\n", "\r", "\r\n", "\t", " ", "\n\n", "\n## ", "\n---\n"],
];

/** Pieces to repeat. Each of them has caused quadratic time in some reader. */
export const REPEATED: readonly string[] = [
  ...words(
    "a 0 9 . , ; : = & # % %20 - + / [ ] { } ( ) \" ' ` * _ ~ < > ! | \\ $ @ ^ ? [a]( ![ ]( **a _a* <!-- |a ``",
  ),
  ...words(
    'http:// https://a# #a= ,a= &a= &flow= a=1& 1:1; 0, 1e z. $a &amp; a, {"a": [1, "a":1, null, e\u0301 \ud800 😀',
  ),
  ...[
    " ",
    "\t",
    "\n",
    "\r\n",
    "\u00a0",
    "> ",
    "- ",
    "1. ",
    "# ",
    "  ",
    "<a ",
    "| - ",
    "~~~\n",
    "\n> ",
    "\n- [",
  ],
  ...["a\n", "1\n", "---\n", "a: b\n"],
];

const LONGEST = 40_000;

type Mutator = (text: string, random: Random, others: readonly string[]) => string;

const place = (text: string, random: Random) => Math.floor(random() * (text.length + 1));

/** Returns the start and end of a random part of the text, usually a short one. */
function stretch(text: string, random: Random): [number, number] {
  const from = place(text, random);
  const length = Math.floor(random() ** 3 * (text.length - from + 1));
  return [from, from + length];
}

const flip: Mutator = (text, random) => {
  const at = place(text, random);
  return text.slice(0, at) + String.fromCharCode(Math.floor(random() ** 2 * 300)) + text.slice(at + 1);
};

const cut: Mutator = (text, random) => {
  const [from, to] = stretch(text, random);
  return text.slice(0, from) + text.slice(to);
};

const end: Mutator = (text, random) => text.slice(0, place(text, random));

const again: Mutator = (text, random) => {
  const [from, to] = stretch(text, random);
  const room = Math.max(1, Math.floor((LONGEST - text.length) / Math.max(1, to - from)));
  const times = 1 + Math.floor(random() ** 4 * Math.min(room, 5000));
  return text.slice(0, to) + text.slice(from, to).repeat(times) + text.slice(to);
};

const insert: Mutator = (text, random) => {
  const at = place(text, random);
  return text.slice(0, at) + pick(random, PIECES) + text.slice(at);
};

const insertMany: Mutator = (text, random) => {
  const at = place(text, random);
  const piece = pick(random, REPEATED);
  const times = Math.floor((random() ** 2 * LONGEST) / piece.length);
  return text.slice(0, at) + piece.repeat(times) + text.slice(at);
};

/** Returns a mutator that replaces one of the matches in the text: a number, or a word. */
function replacing(what: RegExp): Mutator {
  return (text, random) => {
    const found = [...text.slice(0, LONGEST).matchAll(what)];
    if (found.length === 0) return insert(text, random, []);
    const { 0: old, index } = pick(random, found);
    return text.slice(0, index) + pick(random, PIECES) + text.slice(index + old.length);
  };
}

const swap: Mutator = (text, random) => {
  const [a, b, c, d] = [0, 0, 0, 0].map(() => place(text, random)).sort((one, two) => one - two);
  return text.slice(0, a) + text.slice(c, d) + text.slice(b, c) + text.slice(a, b) + text.slice(d);
};

const splice: Mutator = (text, random, others) => {
  const other = pick(random, others);
  return text.slice(0, place(text, random)) + other.slice(place(other, random));
};

const dress: Mutator = (text, random) =>
  pick(random, [
    () => `\uFEFF${text}`,
    () => text.replaceAll("\n", "\r\n"),
    () => text.replaceAll("\n", "\r"),
    () => text.toUpperCase(),
    () => text.replace(/[^\w]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`),
    () => [...text].reverse().join(""),
  ])();

const MUTATORS: readonly Mutator[] = [
  ...[flip, flip, cut, end, again, insert, insert, insertMany, swap, splice, dress],
  ...[replacing(/\d+(?:\.\d+)?/g), replacing(/[A-Za-z][\w-]*/g), replacing(/[A-Za-z][\w-]*/g)],
];

/** Returns one of the examples, mutated one to four times. JSON is also mutated as data. */
export function mutated(examples: readonly string[], random: Random): string {
  let text = pick(random, examples);
  if (random() < 0.5) text = mutatedData(text, random) ?? text;
  else text = pick(random, MUTATORS)(text, random, examples);
  while (random() < 0.4) text = pick(random, MUTATORS)(text, random, examples);
  return text.slice(0, LONGEST);
}

/** Repeats a piece up to about `length` characters, inside an example or without one. */
export function swollen(example: string, piece: string, length: number, at: number): string {
  const middle = Math.floor(example.length * at);
  return example.slice(0, middle) + piece.repeat(Math.ceil(length / piece.length)) + example.slice(middle);
}

export interface Inflated {
  readonly text: string;
  readonly what: string;
}

const TOKEN = /\d+|[A-Za-z]+|\s|[^\w\s]/g;
const MOST_TEXT = 1_000_000;

/**
 * Returns the example with one token repeated `times` times at its position, for at most 1 MB in total. This is done
 * for each kind of token (numbers, words, each symbol, each whitespace) at its first position: alone, together with
 * the next token, and as different names or numbers. The first line is repeated too.
 */
export function inflated(example: string, times: number): Inflated[] {
  const first = new Map<string, RegExpExecArray>();
  for (const found of example.slice(0, LONGEST).matchAll(TOKEN)) {
    const kind = found[0].replace(/\d+/, "9").replace(/[A-Za-z]+/, "a");
    if (!first.has(kind)) first.set(kind, found);
  }
  const grown = (at: number, piece: string): Inflated => ({
    text:
      example.slice(0, at) +
      piece.repeat(Math.min(times, Math.ceil(MOST_TEXT / piece.length))) +
      example.slice(at),
    what: `${JSON.stringify(piece.slice(0, 30))} at ${at}`,
  });
  const numbered = (at: number, kind: string, following: string): Inflated => ({
    text:
      example.slice(0, at) +
      Array.from({ length: times }, (_, i) => `${kind}${i}${following}`)
        .join("")
        .slice(0, MOST_TEXT) +
      example.slice(at),
    what: `${JSON.stringify(`${kind}0${following}${kind}1${following}`)} at ${at}`,
  });
  const line = /^.*\n?/.exec(example)?.[0] ?? "";
  const tokens = [...first].flatMap(([kind, { index, 0: token }]) => {
    const end = index + token.length;
    const following = /^(?:\d+|[A-Za-z]+|\s|[^\w\s])/.exec(example.slice(end))?.[0] ?? "";
    return [
      ...[...new Set([kind, token + following])].map((piece) => grown(end, piece)),
      ...(/\w/.test(kind) && following !== "" ? [numbered(index, kind, following)] : []),
    ];
  });
  return line === "" ? tokens : [...tokens, grown(line.length, line)];
}

/** Parses the text as JSON, mutates the data and returns it as text. Returns null if the text is not a JSON object or array. */
function mutatedData(text: string, random: Random): string | null {
  const data = readJson(text);
  if (typeof data !== "object" || data === null) return null;
  return JSON.stringify(spoiled(data, random)).replaceAll(`"${PROTO}"`, '"__proto__"');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A placeholder for the key "__proto__", which an object literal cannot contain. */
const PROTO = "--proto--";

const VALUES: readonly unknown[] = [
  ...(JSON.parse(
    '[null, true, false, 0, -1, 1e308, 5e-324, 0.1, "", " ", "NaN", "1e309", "__proto__", "<b>", [], {}, [[]], [null]]',
  ) as unknown[]),
  ...(JSON.parse(
    '[[[[[[[[[]]]]]]]], {"toString": 1}, {"length": 1e9}, {"then": 1}, {"constructor": {}}]',
  ) as unknown[]),
  ...[-0, 2 ** 53, "\0", "9".repeat(400), "a".repeat(5000), { [PROTO]: { polluted: true } }],
];

/** Mutates one place of the data: another value, a missing key, an additional key, or far too many items. */
function spoiled(data: unknown, random: Random): unknown {
  if (typeof data !== "object" || data === null || random() < 0.15) return pick(random, VALUES);
  if (Array.isArray(data)) return spoiledList(data, random);
  const entries = Object.entries(data);
  if (entries.length === 0 || random() < 0.1)
    return { ...data, [pick(random, [PROTO, "constructor", "a", ""])]: pick(random, VALUES) };
  const at = Math.floor(random() * entries.length);
  const [key, value] = entries[at];
  const turn = random();
  if (turn < 0.1) return Object.fromEntries(entries.filter((_, i) => i !== at));
  if (turn < 0.15) return Object.fromEntries(entries.map((one, i) => (i === at ? [PROTO, value] : one)));
  return { ...data, [key]: spoiled(value, random) };
}

function spoiledList(data: readonly unknown[], random: Random): unknown {
  const at = Math.floor(random() * data.length);
  const turn = random();
  if (data.length === 0 || turn < 0.1) return [...data, pick(random, VALUES)];
  if (turn < 0.2) return data.filter((_, i) => i !== at);
  if (turn < 0.25) return Array.from({ length: 300 }, () => data[at]);
  return data.map((one, i) => (i === at ? spoiled(one, random) : one));
}
