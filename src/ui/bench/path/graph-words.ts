/** What the picture of a path with several links says in words. */
import {
  congestionControls,
  type FlowSpec,
  type LinkSpec,
  queueDisciplines,
  queueOfLink,
  resolvePath,
  routeOf,
  type Scenario,
  topologies,
  trafficKinds,
} from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import { groupNames } from "../numbers/flow-differences.ts";
import { rateText } from "./path-words.ts";

function labelIn(list: readonly { readonly id: string; readonly label: string }[], id: string): string {
  return list.find((one) => one.id === id)?.label ?? id;
}

export function aqmLabel(scenario: Scenario, link: string): string {
  return labelIn(queueDisciplines, queueOfLink(scenario, link).aqm);
}

/** More would cover the lane. */
const LONGEST_NAME = 20;

/** "A1", "C 1 to 3", "long (CUBIC)": of each group, as plots and lists call it, without what tells it apart where that is long. */
export function laneLabels(scenario: Scenario): string[] {
  return groupNames(scenario).map((name) => (name.length <= LONGEST_NAME ? name : name.split(" (")[0]));
}

/** Of traffic without congestion control, the traffic. */
function controlOf({ cc, traffic }: FlowSpec): string {
  const kind = trafficKinds.find(({ id }) => id === traffic);
  return kind?.transport === "udp" ? kind.label : labelIn(congestionControls, cc);
}

/** For a reader of the screen; what moves many times a second is not in it. */
export function spokenGraph(scenario: Scenario): string {
  const topology = resolvePath(scenario.path);
  const nodeLabel = (id: string) => labelIn(topology.nodes, id);
  const links = topology.links.map((link) => spokenLink(scenario, link, nodeLabel));
  const names = groupNames(scenario);
  const flows = scenario.flows.map((spec, group) => {
    const { forward } = routeOf(topology, spec);
    const passed = forward.map((id) => labelIn(topology.links, id)).join(", ");
    return `${names[group]}: ${counted(spec.count, "flow")} of ${controlOf(spec)} over ${passed}`;
  });
  return `${labelIn(topologies, scenario.path.topology)}. Links: ${links.join("; ")}. Routes: ${flows.join("; ")}.`;
}

/** "Hop 1 from R1 to R2, 10 Mbps, CoDel". */
export function spokenLink(
  scenario: Scenario,
  { id, label, from, to, params }: LinkSpec,
  nodeLabel: (id: string) => string,
): string {
  const rate = rateText({ value: Number(params.capacity) });
  return `${label} from ${nodeLabel(from)} to ${nodeLabel(to)}, ${rate}, ${aqmLabel(scenario, id)}`;
}
