/** What a link can leave to be touched, in the order of the rail, by the names that stand in the link. */
import type { Scenario } from "../../engine/index.ts";
import { REGISTRIES } from "../state/choices.ts";
import { type RailParam, railGroups } from "../state/rail.ts";

export interface Touchable {
  readonly id: string;
  /** With "_" before a subscript. */
  readonly label: string;
  /** Few people need it. */
  readonly detail: boolean;
}

export interface TouchGroup {
  readonly title: string;
  readonly list: readonly Touchable[];
}

const choice = (name: keyof typeof REGISTRIES): Touchable => {
  const { id, label } = REGISTRIES[name].choice;
  return { id, label, detail: false };
};

/** Of the run as it is: another one may have other parameters, whose names a person can add to the link. */
export function touchGroups(scenario: Scenario): readonly TouchGroup[] {
  const { sender, path, queue, run, tcp } = railGroups(scenario);
  const known = new Set<string>();
  const each = (title: string, list: readonly Touchable[]): TouchGroup => ({
    title,
    list: list.filter(({ id }) => !known.has(id) && known.add(id)),
  });
  return [
    each("Sender", [...touchables(sender), choice("senders")]),
    each("Path", [choice("paths"), ...touchables(path)]),
    each("Queue", [choice("queues"), ...touchables(queue)]),
    each("Flows", [
      { id: "flows", label: "Number of flows", detail: false },
      choice("traffic"),
      { id: "start", label: "Start", detail: true },
      { id: "stop", label: "Stop", detail: true },
    ]),
    each("Run", [
      ...touchables(run),
      { id: "presets", label: "Presets, Reset all, and runs of other screens", detail: false },
    ]),
    each(
      "TCP details",
      touchables(tcp).map((one) => ({ ...one, detail: true })),
    ),
  ];
}

function touchables(list: readonly RailParam[]): Touchable[] {
  return list.map(({ param: { id, symbol, label, detail = false } }) => ({
    id,
    label: symbol !== undefined && symbol !== label ? `${symbol}, ${label}` : label,
    detail,
  }));
}
