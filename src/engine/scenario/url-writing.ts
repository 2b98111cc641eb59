/** A scenario as the fragment of a URL: short stable names, "v" first, canonical order, defaults left out. */
import type { Scenario } from "./scenario.ts";
import { settingsOf } from "./settings-of.ts";

/** The fragment without "#". */
export function scenarioToUrl(scenario: Scenario): string {
  const settings = [{ key: "v", text: String(scenario.v) }, ...settingsOf(scenario)];
  return settings.map(({ key, text }) => `${key}=${encode(text)}`).join("&");
}

/** What a fragment cannot hold, or mail programs and chats would cut off; the rest stays readable. */
function encode(text: string): string {
  return text.replace(/[\s%&#"<>`]/gu, encodeURIComponent);
}
