/** What the paper says beside what came out: held or not, and where not, why. */
import { memo, useId } from "react";
import type { Claim } from "../../experiments/experiment.ts";
import { Prose } from "./Prose.tsx";

interface ClaimsListProps {
  readonly claims: readonly Claim[];
  /** Not all runs are done: nothing is judged yet. */
  readonly pending: boolean;
}

export const ClaimsList = memo(function ClaimsList({ claims, pending }: ClaimsListProps) {
  const titleId = useId();
  if (claims.length === 0 && !pending) return null;
  return (
    <section className="claims" aria-labelledby={titleId}>
      <h3 id={titleId}>What the paper says, and what came out</h3>
      {pending ? (
        <p className="claims__pending">The statements are judged when all runs are done.</p>
      ) : (
        <ul>
          {claims.map((claim) => (
            <ClaimItem key={claim.id} claim={claim} />
          ))}
        </ul>
      )}
    </section>
  );
});

function ClaimItem({ claim }: { readonly claim: Claim }) {
  const { text, paper, ours, holds, tolerance, cause } = claim;
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
          <div>
            <dt>Paper</dt>
            <dd>
              <Prose text={paper === "shape" ? "no number, its shape" : paper} />
            </dd>
          </div>
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
