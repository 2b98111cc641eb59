/**
 * The claims of a paper next to the results: whether each is confirmed, and if not, why. Additional checks by this
 * project are listed separately.
 */

import { memo, type ReactNode, useId } from "react";
import { type Basis, basisOf, isPaper, tallyOf } from "../../../experiments/claim-tally.ts";
import { controlsOf, testedWords } from "../../../experiments/controls/controlled-run.ts";
import type { Claim, Experiment, Paper, StudySize } from "../../../experiments/experiment.ts";
import {
  askedFor,
  causeWords,
  claimsTitle,
  countOf,
  heldWords,
  type JudgedClaim,
  judged,
  paperWords,
  quickCountWords,
  type Verdict,
} from "./claims.ts";
import { FigureLink, Prose } from "./FigureLink.tsx";
import { usePapers, useStored } from "./papers-store.ts";

interface ClaimsListProps {
  readonly claims: readonly Claim[];
  readonly paper: Pick<Paper, "id">;
  readonly size: StudySize;
  /** Claims at full size; null if they are not loaded. */
  readonly published: readonly Claim[] | null;
  /** Renders the controlled runs of a claim that fails. */
  readonly tested: (claim: Claim) => ReactNode;
  /** True while runs are missing, so that no claim is judged. */
  readonly pending: boolean;
}

export const ClaimsList = memo(function ClaimsList(props: ClaimsListProps) {
  const { claims, paper, size, published, tested, pending } = props;
  if (pending) return <Pending paper={paper} />;
  const all = judged(claims, size, published);
  return (["paper", "ours"] as const).map((basis) => (
    <ClaimGroup
      key={basis}
      claims={all}
      paper={paper}
      size={size}
      published={published}
      tested={tested}
      basis={basis}
    />
  ));
});

function Pending({ paper }: Pick<ClaimsListProps, "paper">) {
  const titleId = useId();
  return (
    <section className="claims" aria-labelledby={titleId}>
      <h3 id={titleId}>{claimsTitle(isPaper(paper) ? "paper" : "ours", paper)}</h3>
      <p className="claims__pending">The claims are checked when all runs are complete.</p>
    </section>
  );
}

interface ClaimGroupProps extends Pick<ClaimsListProps, "paper" | "size" | "published" | "tested"> {
  readonly claims: readonly JudgedClaim[];
  readonly basis: Basis;
}

function ClaimGroup({ claims, paper, size, published, tested, basis }: ClaimGroupProps) {
  const titleId = useId();
  const own = claims.filter(({ claim }) => basisOf(claim, paper) === basis);
  if (own.length === 0) return null;
  return (
    <section className="claims" aria-labelledby={titleId}>
      <h3 id={titleId}>{claimsTitle(basis, paper)}</h3>
      <p className="claims__count">
        {size === "full"
          ? heldWords(countOf(own))
          : quickCountWords(own, published && tallyOf(published, paper)[basis])}
      </p>
      <ul>
        {own.map((one) => (
          <ClaimItem key={one.claim.id} judged={one} tested={tested} basis={basis} />
        ))}
      </ul>
    </section>
  );
}

const SIGNS: Readonly<Record<Verdict, string>> = { holds: "✓", fails: "✗", open: "?" };

interface ClaimItemProps extends Pick<ClaimsListProps, "tested"> {
  readonly judged: JudgedClaim;
  readonly basis: Basis;
}

function ClaimItem({ judged: one, tested, basis }: ClaimItemProps) {
  const { claim, verdict, words, isQualified, published } = one;
  const { text, ours, holds, tolerance, cause } = claim;
  const isExplained = verdict === "fails" || (verdict === "open" && !holds);
  const paper = paperWords(claim, basis);
  return (
    <li className="claim">
      <span className={`verdict verdict--${verdict}`} aria-hidden="true">
        {SIGNS[verdict]}
      </span>
      <div>
        <p>
          <span className={isQualified ? "claim__verdict" : "unseen"}>{`${words}: `}</span>
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
          {published !== null && (
            <div>
              <dt>Published</dt>
              <dd>
                <Prose text={published} />
              </dd>
            </div>
          )}
        </dl>
        <p className="claim__tolerance">
          <Prose text={askedFor(tolerance)} />
        </p>
        {isExplained && (
          <p className="claim__cause">
            <Prose text={causeWords(cause)} />
          </p>
        )}
        {isExplained && tested(claim)}
      </div>
    </li>
  );
}

interface PutToTheTestProps {
  /** Id of the claim's experiment. */
  readonly of: string;
  readonly claim: Claim;
}

/** Controlled runs of a claim that fails: what they changed, their results, and links to them. */
export function PutToTheTest({ of: subject, claim }: PutToTheTestProps) {
  const { experiments } = usePapers();
  return controlsOf(experiments, subject, claim.id).map((control) => (
    <Tested key={control.id} control={control} claim={claim} />
  ));
}

function Tested({ control, claim }: { readonly control: Experiment; readonly claim: Claim }) {
  const loaded = useStored(control.id);
  return (
    <p className="claim__tested">
      <span>
        <Prose text={testedWords(control, claim.id, loaded?.stored ?? null)} />
      </span>{" "}
      <FigureLink id={control.id}>See the controlled runs</FigureLink>
    </p>
  );
}
