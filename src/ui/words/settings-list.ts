/** A scenario as a list that can be read without its controls: what paper shows of the settings. */
import {
  congestionControls,
  type Param,
  queueDisciplines,
  resolvePath,
  type Scenario,
  topologies,
} from "../../engine/index.ts";
import {
  commonCc,
  isAtDefault,
  isMixed,
  type RailParam,
  type RailPlace,
  railGroups,
  readAt,
} from "../state/rail.ts";
import { changesInWords } from "./change-words.ts";
import { groupNames } from "./flow-differences.ts";
import { flowName, flowRoute, flowTimes } from "./flow-words.ts";
import { linkLine } from "./link-line.ts";
import { labelOf, nameOf, valueText } from "./setting-differences.ts";

export interface SettingsGroup {
  readonly title: string;
  readonly items: readonly { readonly name: string; readonly value: string }[];
}

/** Of parameters that few people need only those that are not at their default. */
export function settingsList(scenario: Scenario): SettingsGroup[] {
  const groups = railGroups(scenario);
  const items = (list: readonly RailParam[]) =>
    list
      .filter((entry) => entry.param.detail !== true || !isAtDefault(scenario, entry))
      .filter(({ place, param }) => !isMixed(scenario, place, param.id))
      .map(({ place, param }) => ({ name: nameOf(param), value: valueAt(scenario, place, param) }));
  const cc = commonCc(scenario);
  const shown: SettingsGroup[] = [
    {
      title: "Sender",
      items: [
        ...(cc ? [{ name: "Congestion control", value: labelOf(congestionControls, cc) }] : []),
        ...items(groups.sender),
      ],
    },
    {
      title: "Path",
      items: [
        { name: "Path", value: labelOf(topologies, scenario.path.topology) },
        ...items(groups.path),
        ...linksOf(scenario),
      ],
    },
    {
      title: "Queue",
      items: [
        { name: "Queue discipline", value: labelOf(queueDisciplines, scenario.queue.aqm) },
        ...items(groups.queue),
      ],
    },
    { title: "Flows", items: flowsOf(scenario, [...groups.sender, ...groups.path]) },
    { title: "Run", items: items(groups.run) },
    {
      title: "Changes in mid-run",
      items: changesInWords(scenario).map(({ atS, text }) => ({ name: `at ${atS} s`, value: text })),
    },
    { title: "TCP", items: items(groups.tcp.filter((param) => !isAtDefault(scenario, param))) },
  ];
  return shown.filter((group) => group.items.length > 0);
}

function valueAt(scenario: Scenario, place: RailPlace, param: Param): string {
  return valueText(param, readAt(scenario, place, param.id) ?? param.default);
}

/** Where there are several. */
function linksOf({ path }: Scenario) {
  const { links } = resolvePath(path);
  return links.length < 2 ? [] : links.map((link) => ({ name: link.label, value: linkLine(link) }));
}

/** Each with what the others have otherwise. */
function flowsOf(scenario: Scenario, shared: readonly RailParam[]) {
  const names = groupNames(scenario);
  const mixed = shared.filter(({ place, param }) => isMixed(scenario, place, param.id));
  return scenario.flows.map((flow, index) => {
    const own = mixed.flatMap(({ param }) => {
      const value = readAt(scenario, { scope: "flow", flow: index }, param.id);
      return value === undefined ? [] : [`${nameOf(param)} ${valueText(param, value)}`];
    });
    const words = [flowName(flow), flowRoute(scenario.path, flow), flowTimes(flow), ...own];
    return {
      name: scenario.flows.length === 1 ? "Flow" : (names[index] ?? `flow ${index + 1}`),
      value: words.filter(Boolean).join(" · "),
    };
  });
}
