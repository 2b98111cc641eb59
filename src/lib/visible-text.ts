/**
 * Makes texts that strangers have written safe to print. Characters that control a terminal (ECMA-48), reverse the direction of
 * writing, or are invisible are replaced by their code, such as <U+001B>. A name can then neither clear the screen, nor write to
 * the clipboard, nor look like another name.
 */

/**
 * Matches the characters that are replaced: all controls except tab and line feed, format characters, blank letters and signs, and
 * halves of surrogate pairs. Variation selectors are invisible too, and JavaScript allows them in names. They stay behind a pictograph
 * that is no letter.
 */
const HIDDEN =
  /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5|(?<![^\P{Extended_Pictographic}\p{ID_Continue}])\p{Variation_Selector}/gu;

const codeOf = (sign: string) => (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");

/** Returns the text with these characters replaced. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (sign) => `<U+${codeOf(sign)}>`);
}

/** Matches controls and the characters that change the direction of the text after them. */
const TURNING = /(?![\t\n\r])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Returns a text in any language with the characters replaced that control a terminal or turn the direction of writing. Other
 * invisible characters stay: Persian, Hindi and emoji need them.
 */
export function steadyText(text: string): string {
  return text.replace(TURNING, (sign) => `<U+${codeOf(sign)}>`);
}

/** Returns JSON with these characters escaped. Its data does not change. */
export function visibleJson(json: string): string {
  const unit = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;
  return json.replace(HIDDEN, (sign) =>
    Array.from({ length: sign.length }, (_, i) => unit(sign.charCodeAt(i))).join(""),
  );
}

/** Returns the text with these characters and line breaks replaced, so that it fits on one line. */
export function oneLine(text: string): string {
  return visibleText(text.replace(/\s+/gu, " ").trim());
}
