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

/** A browser begins soon, or not at all: a frame may not be allowed to. */
const PRINT_WAIT_MS = 1000;

/** Whether the browser has begun to print: it does not say when it refuses. */
export async function printPage(): Promise<boolean> {
  const begun = new Promise<boolean>((resolve) => {
    window.addEventListener("beforeprint", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), PRINT_WAIT_MS);
  });
  try {
    window.print();
  } catch {
    return false;
  }
  return begun;
}

/** "22 November 2026". */
export function dateWords(date: Date): string {
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
