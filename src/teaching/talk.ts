/**
 * A talk: a list of scenes for a projector. A Markdown file with a head and a section for each scene: its heading is the
 * sentence to show, a list of "key: value" lines says what is seen, the rest are the speaker's notes. The form is
 * described in docs/talks.md.
 */
import { lexer, type Token, type Tokens } from "marked";
import { type DocumentProblem, readDocument, type Section } from "./document.ts";
import { HeadReader } from "./head-reader.ts";
import { IDENTITY_KEYS, type Identity, readIdentity } from "./identity.ts";
import { readSceneSettings, type SceneSettings } from "./scene-settings.ts";

export interface Scene extends SceneSettings {
  /** What is shown over the plots; its "_" starts a subscript. */
  readonly sentence: string;
  /** The speaker's, as Markdown. */
  readonly notes: string;
  /** In the file, from 1. */
  readonly line: number;
}

export interface Talk extends Identity {
  /** What the file says before its first scene, as Markdown. */
  readonly opening: string;
  readonly scenes: readonly Scene[];
}

export type TalkReading =
  | { readonly talk: Talk; readonly problems: readonly [] }
  | { readonly talk: null; readonly problems: readonly DocumentProblem[] };

export const MOST_SCENES = 100;
export const LONGEST_SENTENCE = 240;

/** `plots`: the names of all that a projector can show. */
export function readTalk(file: string, plots: readonly string[]): TalkReading {
  const { document, problems } = readDocument(file);
  if (document === null) return { talk: null, problems };
  const head = new HeadReader(document.head, { single: IDENTITY_KEYS, many: [] });
  const identity = readIdentity(head, "talk");
  const { sections, opening } = document;
  if (sections.length === 0)
    head.fault(0, 'There is no scene: a scene begins with a line "## " and its sentence.');
  if (sections.length > MOST_SCENES)
    head.fault(
      sections[MOST_SCENES].line,
      `There are ${sections.length} scenes; at most ${MOST_SCENES} are allowed.`,
    );
  const lines = file.split(/\r\n|\r|\n/);
  const scenes = sections.flatMap((section) => readScene(section, lines, plots, head) ?? []);
  if (identity === null || head.problems.length > 0) return { talk: null, problems: head.problems };
  return { talk: { ...identity, opening: textOf(opening), scenes }, problems: [] };
}

function readScene(
  { title, line, tokens }: Section,
  lines: readonly string[],
  plots: readonly string[],
  head: HeadReader,
): Scene | null {
  const sentence = title.trim();
  if (sentence === "" || sentence.length > LONGEST_SENTENCE)
    head.fault(
      line,
      `The sentence of a scene has 1 to ${LONGEST_SENTENCE} letters; this one has ${sentence.length}.`,
    );
  const [list, ...notes] = tokens;
  if (list?.type !== "list") {
    head.fault(line, 'Below its sentence a scene has a list, with "- state: [open](#v=2&…)" in it.');
    return null;
  }
  const settings = readSceneSettings(itemsOf(list as Tokens.List, lines, line), plots, line);
  head.problems.push(...settings.problems);
  return settings.settings && { ...settings.settings, sentence, notes: textOf(notes), line };
}

/** With the line of each: marked does not tell it. */
function itemsOf({ items }: Tokens.List, lines: readonly string[], from: number) {
  let at = from;
  return items.map(({ raw, text }) => {
    const first = raw.split("\n")[0].trim();
    const found = lines.findIndex((line, index) => index >= at && line.trim() === first);
    at = found < 0 ? at : found + 1;
    return { text: text.trim(), line: at };
  });
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw.trim()).join("\n\n");
}

/** For whoever draws Markdown. */
export function tokensOf(markdown: string): readonly Token[] {
  return lexer(markdown, { gfm: true });
}
