/** All settings that are needed to set up the same run by hand. Those that differ from the default are marked. */
import { useMemo } from "react";
import {
  type CustomPrograms,
  congestionControls,
  defaultScenario,
  type Param,
  queueDisciplines,
  resolvePath,
  type Scenario,
  topologies,
} from "../../../engine/index.ts";
import {
  commonCc,
  isAtDefault,
  isMixed,
  type RailParam,
  type RailPlace,
  railGroups,
  readAt,
} from "../../core/rail.ts";
import { useBenchState } from "../../core/use-store.ts";
import { groupNames } from "../../parts/words/flow-differences.ts";
import { changesInWords } from "../../parts/words/run-labels.ts";
import {
  flowName,
  flowRoute,
  flowTimes,
  labelOf,
  linkLine,
  nameOf,
  valueText,
} from "../../parts/words/setting-differences.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { Table } from "../../shared/Table.tsx";
import { ReportSection } from "./ReportSection.tsx";

export function ReportSettings() {
  const scenario = useBenchState((state) => state.scenario);
  const groups = useMemo(() => settingsList(scenario), [scenario]);
  return (
    <ReportSection title="Settings">
      <div className="report__settings">
        {groups.map(({ title, items }) => (
          <Table
            key={title}
            caption={title}
            head={["Setting", "Value"]}
            isHeadUnseen
            rows={items.map((item) => ({
              key: `${item.name} ${item.value}`,
              cells: [<SymbolText key="name" text={item.name} />, <Value key="value" item={item} />],
            }))}
          />
        ))}
      </div>
    </ReportSection>
  );
}

function Value({ item: { value, usual } }: { readonly item: SettingsItem }) {
  const text = <SymbolText text={value} />;
  if (usual === undefined) return text;
  return (
    <>
      <b>{text}</b>
      <small>{`default ${usual}`}</small>
    </>
  );
}

interface SettingsItem {
  readonly name: string;
  readonly value: string;
  /** The default as text; absent if the value equals the default. */
  readonly usual?: string;
}

interface SettingsGroup {
  readonly title: string;
  readonly items: readonly SettingsItem[];
}

/** Returns the settings. Parameters that few users need are listed only if they differ from their default. */
export function settingsList(scenario: Scenario): SettingsGroup[] {
  const groups = railGroups(scenario);
  const items = (list: readonly RailParam[]) =>
    list
      .filter((entry) => entry.param.detail !== true || !isAtDefault(scenario, entry))
      .filter(({ place, param }) => !isMixed(scenario, place, param.id))
      .map(({ place, param }) => {
        const item = { name: nameOf(param), value: valueAt(scenario, place, param) };
        const isUsual = isAtDefault(scenario, { place, param });
        return isUsual ? item : { ...item, usual: valueText(param, param.default) };
      });
  const cc = commonCc(scenario);
  const usual = defaultScenario();
  const shown: SettingsGroup[] = [
    {
      title: "Sender",
      items: [
        ...(cc
          ? [named("Congestion control", congestionControls, cc, usual.flows[0].cc, scenario.programs)]
          : []),
        ...items(groups.sender),
      ],
    },
    {
      title: "Path",
      items: [
        named("Path", topologies, scenario.path.topology, usual.path.topology),
        ...items(groups.path),
        ...linksOf(scenario),
      ],
    },
    {
      title: "Queue",
      items: [
        named("Queue discipline", queueDisciplines, scenario.queue.aqm, usual.queue.aqm, scenario.programs),
        ...items(groups.queue),
      ],
    },
    { title: "Flows", items: flowsOf(scenario, [...groups.sender, ...groups.path]) },
    { title: "Run", items: items(groups.run) },
    {
      title: "Changes during the run",
      items: changesInWords(scenario).map(({ atS, text }) => ({ name: `at ${atS} s`, value: text })),
    },
    { title: "TCP", items: items(groups.tcp.filter((param) => !isAtDefault(scenario, param))) },
  ];
  return shown.filter((group) => group.items.length > 0);
}

function named(
  name: string,
  list: Parameters<typeof labelOf>[0],
  id: string,
  usual: string,
  programs?: CustomPrograms,
): SettingsItem {
  const item = { name, value: labelOf(list, id, programs) };
  return id === usual ? item : { ...item, usual: labelOf(list, usual) };
}

function valueAt(scenario: Scenario, place: RailPlace, param: Param): string {
  return valueText(param, readAt(scenario, place, param.id) ?? param.default);
}

/** Returns the links if there are several. */
function linksOf({ path, programs }: Scenario) {
  const { links } = resolvePath(path);
  return links.length < 2 ? [] : links.map((link) => ({ name: link.label, value: linkLine(link, programs) }));
}

/** Returns the flows, each with the settings in which they differ. */
function flowsOf(scenario: Scenario, shared: readonly RailParam[]) {
  const names = groupNames(scenario);
  const mixed = shared.filter(({ place, param }) => isMixed(scenario, place, param.id));
  return scenario.flows.map((flow, index) => {
    const own = mixed.flatMap(({ param }) => {
      const value = readAt(scenario, { scope: "flow", flow: index }, param.id);
      return value === undefined ? [] : [`${nameOf(param)} ${valueText(param, value)}`];
    });
    const words = [
      flowName(flow, scenario.programs),
      flowRoute(scenario.path, flow),
      flowTimes(flow),
      ...own,
    ];
    return {
      name: scenario.flows.length === 1 ? "Flow" : (names[index] ?? `flow ${index + 1}`),
      value: words.filter(Boolean).join(" · "),
    };
  });
}
