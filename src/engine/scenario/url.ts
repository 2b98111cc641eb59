/**
 * Reads and writes a scenario as the fragment of a URL, and writes it as command-line arguments. Any text can be read; the result
 * is the nearest valid scenario. Old URLs must always work, so names are never reused.
 */

import { NO_PROGRAMS, type ProgramReader } from "../custom/scenario-programs.ts";
import { defaultScenario } from "./defaults.ts";
import { isOfVersion1 } from "./format-versions.ts";
import { Problems } from "./problems.ts";
import type { Problem, Scenario } from "./scenario.ts";
import { applySettings, type SettingText, settingsOf, unescaped } from "./texts.ts";

/** Keys in a URL that describe the state of the page and do not belong to the scenario. */
export const VIEW_KEYS = [
  ...["made", "pin", "mode", "trace", "watch", "at", "why"],
  ...["lesson", "task", "hand-in", "student", "last", "talk", "guide-step"],
  ...["embed", "present", "plots", "more", "hide", "touch", "host", "theme"],
];

/** Longest URL that is read (characters). The page writes only shorter ones, even with packed lessons. */
const LONGEST_LINK = 250_000;

/** Matches everything before the fragment of a URL, including "#". */
const BEFORE_FRAGMENT = /^\s*(?:\w+:\/\/[^#]*#?|#)/;

/** Result of reading a URL. */
export interface UrlReading {
  readonly scenario: Scenario;
  readonly problems: Problem[];
  /** True if the URL has version 1 (`version1Words`). */
  readonly isOld: boolean;
  /** Values of the keys that describe the state of the page, decoded. */
  readonly view: Record<string, string>;
}

/** Reads a fragment. If a whole URL is given, reads the part after "#". `reader` reads the custom programs in it. */
export function scenarioFromUrl(
  fragment: string,
  reader: ProgramReader = NO_PROGRAMS,
  viewKeys: readonly string[] = VIEW_KEYS,
): UrlReading {
  const problems = new Problems();
  const view: Record<string, string> = {};
  const settings: SettingText[] = [];
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
  const read = applySettings(defaultScenario(), settings, reader);
  return { scenario: read.scenario, problems: [...problems.list, ...read.problems], isOld, view };
}

/** Splits a fragment into settings. Also accepts "&amp;", because mail programs and editors sometimes write it instead of "&". */
function split(fragment: string): SettingText[] {
  return fragment
    .split(/&(?:amp;)?/)
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=");
      const [key, text] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
      return { key: unescaped(key).trim(), text: unescaped(text) };
    });
}

/** Returns the fragment without "#", in canonical form: "v" first, fixed order, no default values. */
export function scenarioToUrl(scenario: Scenario): string {
  const settings = [{ key: "v", text: String(scenario.v) }, ...settingsOf(scenario)];
  return settings.map(({ key, text }) => `${key}=${encode(text)}`).join("&");
}

/**
 * Encodes only characters that a fragment cannot contain, or at which mail programs and chats would cut the URL. All other
 * characters stay readable.
 */
function encode(text: string): string {
  return text.replace(/[\s%&#"<>`]/gu, encodeURIComponent);
}

/** Returns the command-line arguments with which `run` repeats this run, quoted for a shell; empty for the default scenario. */
export function scenarioToFlags(scenario: Scenario): string {
  return settingsOf(scenario)
    .map(({ key, text }) => `--${key} ${/^[\w.+-]+$/.test(text) ? text : `"${text}"`}`)
    .join(" ");
}
