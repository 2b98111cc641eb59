/** Controlled runs of a claim that does not hold: what they changed, what came out, and the way to them. */
import { controlsOf, testedWords } from "../../experiments/controls/control.ts";
import type { Claim, Experiment } from "../../experiments/experiment.ts";
import { FigureLink } from "./FigureLink.tsx";
import { Prose } from "./Prose.tsx";
import { useStored, useStudy } from "./study.ts";

interface PutToTheTestProps {
  /** Id of the claim's experiment. */
  readonly of: string;
  readonly claim: Claim;
}

export function PutToTheTest({ of, claim }: PutToTheTestProps) {
  const { experiments } = useStudy();
  return controlsOf(experiments, of, claim.id).map((control) => (
    <Tested key={control.id} control={control} claim={claim} />
  ));
}

function Tested({ control, claim }: { readonly control: Experiment; readonly claim: Claim }) {
  const loaded = useStored(control.id);
  return (
    <p className="claim__tested">
      <Prose text={testedWords(control, claim.id, loaded?.stored ?? null)} />{" "}
      <FigureLink id={control.id}>See the controlled runs</FigureLink>
    </p>
  );
}
