/** A link to a figure of the papers, or to all of them. */

import type { ReactNode } from "react";
import { type Screen, screenToFragment } from "../../core/page-options.ts";
import { useBench } from "../../core/use-store.ts";
import { isPlainClick } from "../../shared/plain-click.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { papersText } from "./shelves.ts";

interface FigureLinkProps {
  /** Id of the figure; null for the overview. */
  readonly id: string | null;
  readonly className?: string;
  readonly current?: boolean;
  readonly children: ReactNode;
}

export function FigureLink({ id, className, current = false, children }: FigureLinkProps) {
  const bench = useBench();
  const screen: Screen = { id: "papers", text: papersText(id) };
  return (
    <a
      className={className}
      href={`#${screenToFragment(screen)}`}
      aria-current={current ? "page" : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        bench.showScreen(screen);
      }}
    >
      {children}
    </a>
  );
}

/** Renders a sentence of an experiment: symbols with subscripts, and no line break between a number and its unit. */
const NO_BREAK = "\u00a0";

export function Prose({ text }: { readonly text: string }) {
  return <SymbolText text={unbroken(text)} />;
}

export function unbroken(text: string): string {
  return text.replace(/(\d) (?=(?:%|[kMG]?B|[kMG]bps|ms|µs|s|min)(?![\p{L}\d]))/gu, `$1${NO_BREAK}`);
}
