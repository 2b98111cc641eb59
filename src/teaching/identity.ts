/** What the head of each teaching file says first: of which kind it is, its name for links, its language, its title. */
import type { HeadReader } from "./head-reader.ts";

export const IDENTITY_KEYS = ["kind", "id", "lang", "title"] as const;

export interface Identity {
  readonly id: string;
  /** BCP 47. */
  readonly lang: string;
  readonly title: string;
}

const LONGEST_TITLE = 120;
/** Of a file that does not say it. */
const ENGLISH = "en";

/** Null where something of it is missing or wrong; the head's reader has the problems then. */
export function readIdentity(head: HeadReader, wanted: string): Identity | null {
  const kind = head.one("kind", (text) => {
    if (text !== wanted) throw new Error(`must be ${wanted}, got "${text.slice(0, 40)}"`);
    return text;
  });
  const id = head.one("id", (text) => {
    if (/^[A-Za-z0-9][A-Za-z0-9-]{0,59}$/.test(text)) return text;
    throw new Error(`must be letters, digits and hyphens, at most 60; got "${text.slice(0, 60)}"`);
  });
  const lang = head.one("lang", readLanguage, ENGLISH);
  const title = head.one("title", (text) => {
    if (text !== "" && text.length <= LONGEST_TITLE) return text;
    throw new Error(`must have 1 to ${LONGEST_TITLE} letters, has ${text.length}`);
  });
  if (kind === undefined || id === undefined || lang === undefined || title === undefined) return null;
  return { id, lang, title };
}

/** Throws a sentence. */
function readLanguage(text: string): string {
  if (/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(text)) return text;
  throw new Error(`must be the code of a language, like en, pt-BR or zh-Hans; got "${text.slice(0, 40)}"`);
}
