/**
 * Words of other people on their way out: characters that steer a terminal (ECMA-48), that turn the direction of writing round,
 * or that nobody sees, are written out, as <U+001B>. A name can then neither clear the screen, nor fill the clipboard, nor look
 * like another name.
 */

/** Tab and line feed lay a text out; all other controls, marks of format, blank letters and halves of surrogate pairs are hidden. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu;

const codeOf = (sign: string) => (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");

export function visibleText(text: string): string {
  return text.replace(HIDDEN, (sign) => `<U+${codeOf(sign)}>`);
}

/** The same in JSON, which stays the same data. */
export function visibleJson(json: string): string {
  const unit = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;
  return json.replace(HIDDEN, (sign) =>
    Array.from({ length: sign.length }, (_, i) => unit(sign.charCodeAt(i))).join(""),
  );
}

/** As a part of one line. */
export function oneLine(text: string): string {
  return visibleText(text.replace(/\s+/gu, " ").trim());
}
