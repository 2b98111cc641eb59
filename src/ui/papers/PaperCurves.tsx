/** What of the paper's own curves its text gives, and so is drawn: nothing of a picture is measured off and taken for numbers. */
import { memo } from "react";
import type { Figure, Paper } from "../../experiments/experiment.ts";
import { SymbolText } from "../shared/SymbolText.tsx";
import { paperCurveWords } from "./paper-curve-words.ts";

interface PaperCurvesProps {
  readonly figures: readonly Figure[];
  readonly paper: Pick<Paper, "id">;
}

export const PaperCurves = memo(function PaperCurves({ figures, paper }: PaperCurvesProps) {
  const words = paperCurveWords(figures, paper);
  return words === "" ? null : (
    <p className="study__curves">
      <SymbolText text={words} />
    </p>
  );
});
