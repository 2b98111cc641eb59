/** Which parameters a teacher can leave to students, under the headings of the rail, and bounds to begin with. */
import {
  canonicalText,
  congestionControls,
  type Param,
  queueDisciplines,
  type Scenario,
} from "../../../engine/index.ts";
import { parameterNamed, parameterWords } from "../../../teaching/parameters.ts";
import { railGroups } from "../../state/rail.ts";

export interface ChangeGroup {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

export function changeGroups(base: Scenario): ChangeGroup[] {
  const { sender, path, queue, tcp, run } = railGroups(base);
  const of = (title: string, list: readonly { readonly param: Param }[]) => ({
    title,
    options: list.filter(({ param }) => param.kind !== "text").map(({ param }) => optionOf(param)),
  });
  return [
    {
      title: "Algorithms",
      options: [
        { id: "aqm", label: "Queue discipline" },
        { id: "cc", label: "Congestion control" },
      ],
    },
    of("Sender", sender),
    of("Path", path),
    of("Queue", queue),
    of("TCP", tcp),
    of("Run", run),
  ];
}

function optionOf(param: Param): { readonly id: string; readonly label: string } {
  const words = parameterWords(param);
  const label = words === param.label ? words : `${words}, ${param.label.toLowerCase()}`;
  return { id: param.id, label: label.replaceAll("_", " ") };
}

const MOST_NAMED = 3;

/** As a line of the file. */
export function firstChange(id: string, base: Scenario): string {
  const param = parameterNamed(id, base);
  return param === null ? id : `${id} ${bounds(param, base)}`.trim();
}

/** What a further line begins with: the first parameter that has none yet. `lines`: of the file. */
export function furtherChange(lines: readonly string[], base: Scenario): string {
  const taken = new Set(lines.map((line) => partsOfChange(line)[0]));
  const ids = changeGroups(base).flatMap(({ options }) => options.map(({ id }) => id));
  return firstChange(ids.find((id) => !taken.has(id)) ?? ids[0], base);
}

function bounds(param: Param, base: Scenario): string {
  if (param.kind === "number") {
    const { sliderMin = param.min, sliderMax = param.max } = param;
    return `${canonicalText(param, sliderMin)}..${canonicalText(param, sliderMax)}`;
  }
  if (param.id === "aqm") return firstOf(base.queue.aqm, queueDisciplines);
  if (param.id === "cc") return firstOf(base.flows[0].cc, congestionControls);
  return "";
}

/** The present one, and others to choose from. */
function firstOf(present: string, registry: readonly { readonly id: string }[]): string {
  const others = registry.map(({ id }) => id).filter((id) => id !== present);
  return [present, ...others].slice(0, MOST_NAMED).join(", ");
}

/** "beta-ecn 0.5..0.95" as its two parts. */
export function partsOfChange(text: string): readonly [id: string, values: string] {
  const at = text.search(/\s/);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at).trimStart()];
}
