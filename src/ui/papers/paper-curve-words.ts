/** Whether the paper's curves are drawn beside ours, and where not, why. */
import { isPaper } from "../../experiments/claim-tally.ts";
import type { Figure, Paper, Series } from "../../experiments/experiment.ts";
import { sourceOf } from "../shared/figures/figure-shapes.ts";

/** Empty where there is no paper, or no curve. */
export function paperCurveWords(figures: readonly Figure[], paper: Pick<Paper, "id">): string {
  if (!isPaper(paper) || figures.length === 0) return "";
  const of = (wanted: Given) => figures.filter((figure) => givenOf(figure) === wanted);
  const [whole, part, none] = [of("whole"), of("part"), of("none")];
  if (none.length === figures.length) {
    return "The paper’s text gives no values of its curves, so that none of them is drawn.";
  }
  const inThese = (some: readonly Figure[]) => (some.length === figures.length ? "" : ` in ${named(some)}`);
  return [
    ...(whole.length === 0
      ? []
      : [
          `The paper’s text gives its curves value by value${inThese(whole)}: they are drawn dotted or hollow.`,
        ]),
    ...(part.length === 0
      ? []
      : [
          `The paper’s text gives single values, levels or bounds${inThese(part)}: they are drawn dotted or hollow, and how its curves run is not known.`,
        ]),
    ...(none.length === 0 ? [] : [`It gives none of the curves in ${named(none)}.`]),
  ].join(" ");
}

/** How much of a picture the paper's text gives. */
type Given = "whole" | "part" | "none";

/** Whole: several series, each with a value at every place of ours. */
function givenOf({ series }: Figure): Given {
  const of = (source: Series["source"]) => series.filter((one) => sourceOf(one) === source);
  const paper = of("paper");
  if (paper.length === 0) return "none";
  const values = ({ y }: Series) => y.filter((value) => value !== null).length;
  const most = Math.max(...of("ours").map(({ x }) => x.length));
  return paper.length > 1 && paper.every((one) => values(one) === most) ? "whole" : "part";
}

const MOST_TITLES = 2;

function named(figures: readonly Figure[]): string {
  if (figures.length > MOST_TITLES) return `${figures.length} pictures`;
  return figures.map(({ title }) => `“${title}”`).join(" and ");
}
