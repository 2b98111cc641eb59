/** A section of a report under its heading, and what in it may be wider than a small screen. */
import type { ReactNode } from "react";
import { useMediaQuery } from "../bench/use-runs.ts";

interface ReportSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function ReportSection({ title, children }: ReportSectionProps) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const NARROW = "(max-width: 719px)";

/** What may be wider than a small screen: there it is scrolled in its place, by keyboard too. */
export function Wide({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const narrow = useMediaQuery(NARROW);
  return (
    <div className="report__wide" {...(narrow && { tabIndex: 0, role: "region", "aria-label": label })}>
      {children}
    </div>
  );
}
