/** A section of a report with its heading, and a wrapper for content that is wider than a small screen. */

import type { ReactNode } from "react";
import { useMediaQuery } from "../../shared/hooks.ts";
import "./report-page.css";

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

/** A box for content that may be wider than a small screen. It can be scrolled by keyboard too. */
export function Wide({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const narrow = useMediaQuery(NARROW);
  return (
    <div className="report__wide" {...(narrow && { tabIndex: 0, role: "region", "aria-label": label })}>
      {children}
    </div>
  );
}

/** Time in ms to wait for printing to start. A frame may not be allowed to print. */
const PRINT_WAIT_MS = 1000;

/** Prints the page. Returns whether printing has started, because browsers do not report a refusal. */
export async function printPage(): Promise<boolean> {
  const started = new Promise<boolean>((resolve) => {
    window.addEventListener("beforeprint", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), PRINT_WAIT_MS);
  });
  try {
    window.print();
  } catch {
    return false;
  }
  return started;
}

/** Returns a date as text: "22 November 2026". */
export function dateWords(date: Date): string {
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
