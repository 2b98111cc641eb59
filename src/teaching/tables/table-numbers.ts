/**
 * Reads numbers from tables of learning platforms and spreadsheets: "1,000.00", "1.000,00", "1 000,00", "1'000.00",
 * "10,00,000.00", and digits of other scripts. If a sign may be a decimal sign or a thousands separator, the other numbers of the
 * column decide, then those of the table. If they do not decide either, the number is refused, because a grade must not be wrong
 * by a factor of 1000.
 */

type DecimalSign = "." | ",";

/** Meaning of a cell when seen alone: a number, or two possible numbers; null if it is not a number. */
type CellNumber =
  | { readonly value: number; readonly sign: DecimalSign | null }
  | { readonly asDecimal: number; readonly asThousands: number; readonly sign: DecimalSign };

const LONGEST_NUMBER = 40;
const SPACES_OR_QUOTES = /[\s\u00A0\u2007\u2009\u202F'’`´٬_]/gu;
/** Matches digits in groups of three. In Indian notation, the groups before the last three digits have two. */
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$|^\d{1,2}(?:[.,]\d{2})+[.,]\d{3}$/;
const MOST_EVIDENCE = 2000;

/** Returns digits of all scripts as 0 to 9, and Arabic decimal points and full-width characters as ASCII. */
export function plainDigits(text: string): string {
  return text
    .replace(/[\uFF0C\uFF0E\uFF1A\uFF0F\uFF0D]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/(?<=\p{Nd})٫(?=\p{Nd})/gu, ".")
    .replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit)));
}

/** Returns the value of a digit. The ten digits of a script follow each other in Unicode. */
function digitValue(digit: string): number {
  let zero = digit.codePointAt(0) ?? 0;
  const own = zero;
  while (own - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return own - zero;
}

function numberAlone(text: string): CellNumber | null {
  if (text.length > LONGEST_NUMBER) return null;
  const isArabic = /\p{Nd}٫\p{Nd}/u.test(text);
  const digits = plainDigits(text.trim());
  const bare = digits.replace(SPACES_OR_QUOTES, "");
  if (!/^[+-]?\d[\d.,]*$/.test(bare)) return null;
  const plain = bare.replace(/^\+/, "");
  const unsigned = plain.replace("-", "");
  const last = Math.max(unsigned.lastIndexOf("."), unsigned.lastIndexOf(","));
  if (last < 0) return { value: Number(plain), sign: null };
  const sign = unsigned[last] as DecimalSign;
  const other = sign === "." ? "," : ".";
  const whole = unsigned.slice(0, last);
  const asDecimal = Number(
    `${plain.startsWith("-") ? "-" : ""}${whole.replaceAll(other, "")}.${unsigned.slice(last + 1)}`,
  );
  const asThousands = Number(plain.replace(/[.,]/g, ""));
  if (whole.includes(sign))
    return GROUPED.test(unsigned) && !whole.includes(other) ? { value: asThousands, sign: other } : null;
  if (whole.includes(other)) return GROUPED.test(whole) ? { value: asDecimal, sign } : null;
  const isGroupedOtherwise = bare.length < digits.length;
  const canBeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/.test(unsigned) && !isGroupedOtherwise && !isArabic;
  return canBeThousands ? { asDecimal, asThousands, sign } : { value: asDecimal, sign };
}

/** Reads the numbers of one column of a table. */
export class ColumnNumbers {
  readonly #decimal: DecimalSign | null;

  /**
   * Creates the reader. `table` has the cells of all columns. They are used if the column alone does not show which sign is the
   * decimal sign.
   */
  constructor(column: readonly string[], table: Iterable<string>) {
    this.#decimal = decimalSign(column) ?? decimalSign(table);
  }

  /** Reads a number; null if the cell has none. Throws an error with a message for the user if the number is ambiguous. */
  read(text: string): number | null {
    const found = numberAlone(text);
    if (found === null) return null;
    if ("value" in found) return found.value;
    if (this.#decimal !== null) return this.#decimal === found.sign ? found.asDecimal : found.asThousands;
    throw new Error(
      `“${text.trim()}” can mean ${found.asThousands} or ${found.asDecimal}; write it as ${found.asThousands} or ${found.asDecimal.toFixed(2)}`,
    );
  }
}

/** Returns the decimal sign; null if no number shows it or two numbers contradict each other. */
function decimalSign(cells: Iterable<string>): DecimalSign | null {
  const signs = new Set<DecimalSign>();
  let seen = 0;
  for (const cell of cells) {
    const found = numberAlone(cell);
    if (found !== null && "value" in found && found.sign !== null) signs.add(found.sign);
    seen++;
    if (seen > MOST_EVIDENCE) break;
  }
  const [sign = null] = signs;
  return signs.size === 1 ? sign : null;
}

/** Rounds half up in decimal notation: 0.125 becomes 0.13, and 1.005 becomes 1.01. */
export function roundedTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.floor(Number((value * scale).toPrecision(12)) + 0.5) / scale;
}
