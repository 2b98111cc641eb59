/** What the paper says beside what came out: held or not, and where not, why. Further checks of ours stand apart. */
import { memo, useId } from "react";
import { type Basis, basisOf, tallyOf } from "../../experiments/claim-tally.ts";
import type { Claim, Paper, Size } from "../../experiments/experiment.ts";
import { claimsTitle, heldWords, paperWords } from "./claim-words.ts";
import { Prose } from "./Prose.tsx";

interface ClaimsListProps {
  readonly claims: readonly Claim[];
  readonly paper: Pick<Paper, "id">;
  readonly size: Size;
  /** Not all runs are done: nothing is judged yet. */
  readonly pending: boolean;
}

export const ClaimsList = memo(function ClaimsList({ claims, paper, size, pending }: ClaimsListProps) {
  if (pending) return <Pending paper={paper} />;
  return (["paper", "ours"] as const).map((basis) => (
    <ClaimGroup key={basis} claims={claims} paper={paper} size={size} basis={basis} />
  ));
});

function Pending({ paper }: Pick<ClaimsListProps, "paper">) {
  const titleId = useId();
  return (
    <section className="claims" aria-labelledby={titleId}>
      <h3 id={titleId}>{claimsTitle(paper.id === "beyond" ? "ours" : "paper", paper)}</h3>
      <p className="claims__pending">The claims are judged when all runs are done.</p>
    </section>
  );
}

interface ClaimGroupProps extends Omit<ClaimsListProps, "pending"> {
  readonly basis: Basis;
}

function ClaimGroup({ claims, paper, size, basis }: ClaimGroupProps) {
  const titleId = useId();
  const own = claims.filter((claim) => basisOf(claim, paper) === basis);
  if (own.length === 0) return null;
  return (
    <section className="claims" aria-labelledby={titleId}>
      <h3 id={titleId}>{claimsTitle(basis, paper)}</h3>
      <p className="claims__count">
        {heldWords(tallyOf(claims, paper)[basis])}
        {size === "quick" && ", judged by the few points and seeds of the quick size"}
      </p>
      <ul>
        {own.map((claim) => (
          <ClaimItem key={claim.id} claim={claim} basis={basis} />
        ))}
      </ul>
    </section>
  );
}

function ClaimItem({ claim, basis }: { readonly claim: Claim; readonly basis: Basis }) {
  const { text, ours, holds, tolerance, cause } = claim;
  const paper = paperWords(claim, basis);
  return (
    <li className="claim">
      <span className={holds ? "verdict verdict--holds" : "verdict verdict--fails"} aria-hidden="true">
        {holds ? "✓" : "✗"}
      </span>
      <div>
        <p>
          <span className="unseen">{holds ? "Holds: " : "Does not hold: "}</span>
          <Prose text={text} />
        </p>
        <dl className="claim__numbers">
          {paper !== null && (
            <div>
              <dt>Paper</dt>
              <dd>
                <Prose text={paper} />
              </dd>
            </div>
          )}
          <div>
            <dt>Here</dt>
            <dd className="claim__ours">
              <Prose text={ours} />
            </dd>
          </div>
        </dl>
        <p className="claim__tolerance">
          <Prose text={`Asked for: ${tolerance}`} />
        </p>
        {!holds && (
          <p className="claim__cause">
            <Prose text={!cause ? "The cause is not known." : `Why not: ${cause}`} />
          </p>
        )}
      </div>
    </li>
  );
}
