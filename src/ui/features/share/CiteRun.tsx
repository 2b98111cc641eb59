/** The citation of a run: the program, its version, the URL and the digest. */
import { useState } from "react";
import { version } from "../../../../package.json";
import { useBenchState } from "../../core/use-store.ts";
import { CopyText } from "../../shared/CopyText.tsx";
import { PROGRAM } from "../../shared/version.ts";

/** Shows the citation of a complete run, which its digest identifies. */
export function CiteRun({ link }: { readonly link: string }) {
  const snapshot = useBenchState((state) => state.run.snapshot);
  const [on] = useState(() => new Date());
  if (snapshot?.done !== true) return null;
  const cited = { link, digest: snapshot.digest, on };
  return (
    <section>
      <h3>Cite this run</h3>
      <p className="control__note">With version, link and digest, so that others can repeat the run.</p>
      <details>
        <summary>Text and BibTeX</summary>
        <CopyText label="As text" text={citation(cited)} action="Copy text" rows={5} />
        <CopyText label="BibTeX" text={bibtex(cited)} action="Copy BibTeX" rows={9} />
      </details>
    </section>
  );
}

interface Cited {
  readonly link: string;
  readonly digest: string;
  /** Date that is cited with the URL. */
  readonly on: Date;
}

export function citation({ link, digest, on }: Cited): string {
  return `Sawtooth contributors (${on.getFullYear()}). Sawtooth: a packet-level TCP, ECN and AQM simulator (version ${version}) [computer software]. ${PROGRAM}. Run with digest ${digest}, ${dayOf(on)}: ${link}`;
}

/** Returns the entry for BibLaTeX (@software), which BibTeX treats as @misc with the same fields. */
export function bibtex({ link, digest, on }: Cited): string {
  const fields = [
    ["author", "{Sawtooth contributors}"],
    ["title", "{Sawtooth}: a packet-level {TCP}, {ECN} and {AQM} simulator"],
    ["version", version],
    ["year", String(on.getFullYear())],
    ["url", link],
    ["urldate", dayOf(on)],
    ["note", `${PROGRAM}, run with digest ${digest}`],
  ];
  return [
    `@software{sawtooth-${digest},`,
    ...fields.map(([name, text]) => `  ${name} = {${text}},`),
    "}",
  ].join("\n");
}

const dayOf = (on: Date) => on.toISOString().slice(0, 10);
