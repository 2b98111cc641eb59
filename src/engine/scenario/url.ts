/**
 * A scenario as the fragment of a URL, and as command-line arguments. Reading takes any text at all and gives the nearest valid
 * scenario. Old links must work for ever: names are never reused.
 */
import { defaultScenario } from "./defaults.ts";
import { isOfVersion1 } from "./format-versions.ts";
import { Problems } from "./problems.ts";
import type { Problem, Scenario } from "./scenario.ts";
import { applySettings, type Setting, settingsOf, unescaped } from "./texts.ts";

/** Keys that say how a page shows a run, not what it is; not the codec's business. */
export const VIEW_KEYS = [
  ...["made", "pin", "mode", "trace", "watch", "at", "why"],
  ...["lesson", "task", "hand-in", "student", "last", "talk", "guide-step"],
  ...["embed", "present", "plots", "hide", "touch", "host", "theme"],
];

/** Longer than any link that the page writes, packed lessons included. */
export const LONGEST_LINK = 250_000;

/** The part of a whole link before its fragment, or the sign that starts it. */
const BEFORE_FRAGMENT = /^\s*(?:\w+:\/\/[^#]*#?|#)/;

export interface UrlReading {
  readonly scenario: Scenario;
  readonly problems: Problem[];
  /** The link says that it is of version 1 (`version1Words`). */
  readonly isOld: boolean;
  /** The page's own keys, decoded. */
  readonly view: Record<string, string>;
}

/** Takes a fragment, or a whole link, of which the part after "#" counts. */
export function scenarioFromUrl(fragment: string, viewKeys: readonly string[] = VIEW_KEYS): UrlReading {
  const problems = new Problems();
  const view: Record<string, string> = {};
  const settings: Setting[] = [];
  let version: string | undefined;
  if (fragment.length > LONGEST_LINK) {
    problems.add({
      field: "link",
      given: `${fragment.length} characters`,
      allowed: `at most ${LONGEST_LINK} characters`,
      used: "the default scenario",
      fault: `The link has ${fragment.length} characters, and at most ${LONGEST_LINK} are read`,
    });
    return { scenario: defaultScenario(), problems: problems.list, isOld: false, view };
  }
  for (const { key, text } of split(fragment.replace(BEFORE_FRAGMENT, ""))) {
    if (key === "v") version = text;
    else if (viewKeys.includes(key)) view[key] = text;
    else settings.push({ key, text });
  }
  const isOld = isOfVersion1(version, problems);
  const read = applySettings(defaultScenario(), settings);
  return { scenario: read.scenario, problems: [...problems.list, ...read.problems], isOld, view };
}

/** Mail programs and editors turn "&" into "&amp;" now and then. */
function split(fragment: string): Setting[] {
  return fragment
    .split(/&(?:amp;)?/)
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=");
      const [key, text] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
      return { key: unescaped(key).trim(), text: unescaped(text) };
    });
}

/** The fragment without "#": short stable names, "v" first, canonical order, defaults left out. */
export function scenarioToUrl(scenario: Scenario): string {
  const settings = [{ key: "v", text: String(scenario.v) }, ...settingsOf(scenario)];
  return settings.map(({ key, text }) => `${key}=${encode(text)}`).join("&");
}

/** What a fragment cannot hold, or mail programs and chats would cut off; the rest stays readable. */
function encode(text: string): string {
  return text.replace(/[\s%&#"<>`]/gu, encodeURIComponent);
}

/** The arguments of `run` that repeat this run, for a shell; empty for the default scenario. */
export function scenarioToFlags(scenario: Scenario): string {
  return settingsOf(scenario)
    .map(({ key, text }) => `--${key} ${/^[\w.+-]+$/.test(text) ? text : `"${text}"`}`)
    .join(" ");
}
