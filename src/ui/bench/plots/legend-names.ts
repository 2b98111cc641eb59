/**
 * What flows are called where there is room for a word or two, as beside a plot's line: by what differs from what most
 * groups have, "RTT 20 ms", "200 ms", "CUBIC, 80 ms"; by number or route where that does not tell them apart.
 */
import type { Scenario } from "../../../engine/index.ts";
import { type Difference, placesOf } from "../numbers/flow-differences.ts";

const MOST_WORDS = 2;
const RTT = /^RTT /;

/** Of each flow, groups expanded; `differences` are those of the scenario's groups. */
export function legendNames(scenario: Scenario, differences: readonly Difference[][]): string[] {
  const words = wordsOf(differences);
  const whose = placesOf(scenario);
  return scenario.flows.flatMap(({ count }, group) => {
    const own = words.filter((other) => other === words[group]).length === 1 ? words[group] : "";
    const isNamed = own !== "" && count === 1 && !whose.isRouted;
    return Array.from({ length: count }, (_, i) => (isNamed ? own : whose.flow(group, i)));
  });
}

/** Per group; the first round trip that is said explains the others. */
function wordsOf(differences: readonly Difference[][]): string[] {
  let isSaid = false;
  return differences.map((own) =>
    own
      .filter((word) => !isUsual(word, differences))
      .slice(0, MOST_WORDS)
      .map(({ of, text }) => {
        if (of !== "rtt") return text;
        const short = isSaid ? text.replace(RTT, "") : text;
        isSaid = true;
        return short;
      })
      .join(", "),
  );
}

/** Whether more than half of the groups have the same. */
function isUsual({ of, text }: Difference, all: readonly (readonly Difference[])[]): boolean {
  const alike = all.filter((words) => words.some((word) => word.of === of && word.text === text));
  return 2 * alike.length > all.length;
}
