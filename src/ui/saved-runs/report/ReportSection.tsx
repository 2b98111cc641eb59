/** A section of the page under its heading. */
import type { ReactNode } from "react";

export function ReportSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
