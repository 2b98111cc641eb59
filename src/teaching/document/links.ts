/** Targets of links in a lesson, task or talk: a state of the simulator, a part of the page, or another page. */
import { parseQuantity } from "../../engine/index.ts";

export type TeachingLink =
  /** Text of the URL after "#". */
  | { readonly to: "bench"; readonly fragment: string }
  | { readonly to: "piece"; readonly piece: string; readonly stretch: TimeRange | null }
  | { readonly to: "outside"; readonly url: string }
  | { readonly to: "nowhere"; readonly problem: string };

export interface TimeRange {
  readonly fromS: number;
  readonly toS: number;
}

const POINT = /^point=([a-z0-9][a-z0-9.-]{0,40})((?:&(?:from|to)=[^&]{1,20})*)$/;

export function readLink(href: string): TeachingLink {
  if (/^https:\/\/\S+$/.test(href)) return { to: "outside", url: href };
  if (!href.startsWith("#"))
    return nowhere(
      `a link must begin with "#" (a state of the simulator), "#point=" (a part of the page) or "https://"; got "${href.slice(0, 60)}"`,
    );
  const fragment = href.slice(1);
  return fragment.startsWith("point=") ? readPoint(fragment) : { to: "bench", fragment: dated(fragment) };
}

/** Adds the current format version to a URL that has none, so that today's defaults apply. */
function dated(fragment: string): string {
  return /(?:^|&)v=/.test(fragment) ? fragment : `v=2${fragment === "" ? "" : `&${fragment}`}`;
}

function readPoint(fragment: string): TeachingLink {
  const match = POINT.exec(fragment);
  if (match === null)
    return nowhere(
      `a link to a part of the page must be "#point=cwnd" or "#point=cwnd&from=20s&to=30s"; got "#${fragment.slice(0, 60)}"`,
    );
  const [, piece, rest] = match;
  if (rest === "") return { to: "piece", piece, stretch: null };
  const times = new Map(
    rest
      .slice(1)
      .split("&")
      .map((part) => part.split("=") as [string, string]),
  );
  const [fromS, toS] = ["from", "to"].map((name) => parseQuantity(times.get(name) ?? "", "s"));
  if (fromS === null || toS === null || !(fromS >= 0 && fromS < toS))
    return nowhere(
      `a time range must be "from=20s&to=30s", with the end after the start; got "${rest.slice(1)}"`,
    );
  return { to: "piece", piece, stretch: { fromS, toS } };
}

function nowhere(problem: string): TeachingLink {
  return { to: "nowhere", problem };
}

/** Decodes percent escapes like a browser: invalid escapes stay unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
