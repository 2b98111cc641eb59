/**
 * A link in a guide's text. It changes the bench, points at a piece of the page, or opens a different page in a new
 * tab.
 */

import { type MouseEvent, use } from "react";
import type { TeachingLink } from "../../../teaching/document/links.ts";
import type { Bench } from "../../core/bench.ts";
import { BENCH } from "../../core/page-options.ts";
import { fragmentToState } from "../../core/read-fragment.ts";
import { useBench } from "../../core/use-store.ts";
import { PaperContext } from "../../shared/paper-context.ts";
import { isPlainClick } from "../../shared/plain-click.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { KNOWN_NAMES } from "../pieces.ts";
import { pointAt } from "./Spotlight.tsx";

interface GuideLinkProps {
  readonly link: TeachingLink;
  readonly text: string;
}

export function GuideLink(props: GuideLinkProps) {
  return use(PaperContext) ? <PaperLink {...props} /> : <ActingLink {...props} />;
}

/** A plain link for paper and saved pages, where a link can only open an address. */
function PaperLink({ link, text }: GuideLinkProps) {
  const words = <SymbolText text={link.to === "outside" ? nameOfTarget(text, link.url) : text} />;
  if (link.to === "outside") return <a href={link.url}>{words}</a>;
  return link.to === "bench" ? (
    <a href={`${location.href.split("#")[0]}#${link.fragment}`}>{words}</a>
  ) : (
    words
  );
}

function ActingLink({ link, text }: GuideLinkProps) {
  const bench = useBench();
  switch (link.to) {
    case "bench": {
      const onClick = (event: MouseEvent) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        openState(bench, link.fragment);
      };
      return (
        <a href={`#${link.fragment}`} onClick={onClick}>
          <SymbolText text={text} />
        </a>
      );
    }
    case "piece": {
      const { piece, stretch } = link;
      return (
        <button
          type="button"
          className="point"
          onClick={() => pointAt(bench, { piece, stretch, label: text })}
        >
          <SymbolText text={text} />
        </button>
      );
    }
    case "outside":
      return (
        <a href={link.url} target="_blank" rel="noopener noreferrer">
          <SymbolText text={nameOfTarget(text, link.url)} />
        </a>
      );
    case "nowhere":
      return <SymbolText text={text} />;
  }
}

/**
 * Opens the bench with a URL fragment. Invalid parts of the `fragment` are replaced by the nearest valid ones. The
 * change can be undone.
 */
function openState(bench: Bench, fragment: string): void {
  bench.readText(
    (reader) => fragmentToState(fragment, KNOWN_NAMES, bench.page, reader),
    ({ opening }) => {
      bench.edits.byGuide(() => bench.edits.open(opening));
      if (bench.store.get().screen.id !== "bench") bench.showScreen(BENCH);
    },
  );
}

const ADDRESS = /^(?:[a-z]+:\/\/)?([\w-]+(?:\.[\w-]+)+)(?:[/:?#]|$)/i;

/** Returns the words of a link to another site. If the words are an address of a different site, the link's site follows. */
function nameOfTarget(text: string, url: string): string {
  const claimed = ADDRESS.exec(text.trim())?.[1].toLowerCase();
  const { host } = new URL(url);
  return claimed === undefined || claimed === host ? text : `${text} (${host === "" ? url : host})`;
}
