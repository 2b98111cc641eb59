/** A link of a guide's text: it acts on the bench, points at a piece of it, or opens another page in a tab of its own. */
import type { MouseEvent } from "react";
import type { TeachingLink } from "../../teaching/links.ts";
import { isPlainClick } from "../controls/plain-click.ts";
import { useBench } from "../hooks/use-store.ts";
import { SymbolText } from "../SymbolText.tsx";
import { openState } from "./acts.ts";
import { pointAt } from "./spotlight.ts";

interface GuideLinkProps {
  readonly link: TeachingLink;
  readonly text: string;
}

export function GuideLink({ link, text }: GuideLinkProps) {
  const bench = useBench();
  switch (link.to) {
    case "bench": {
      const onClick = (event: MouseEvent) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        void openState(bench, link.fragment);
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
          <SymbolText text={text} />
        </a>
      );
    case "nowhere":
      return <SymbolText text={text} />;
  }
}
