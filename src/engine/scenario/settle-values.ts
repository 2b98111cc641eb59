/** Rules between values of one algorithm: what is fixed, and thresholds in their order. */
import { readNumber, textOf } from "../params/read.ts";
import { formatValue, nameOf } from "../params/value-text.ts";
import { ECN } from "../traffic/flow-params.ts";
import { parseSize, type Size, sizeText } from "../units.ts";
import { flowParams, queueParams } from "./places.ts";
import { flowOwner, type Problems } from "./problems.ts";
import type { FlowSpec, LinkSetting, QueueSpec, Scenario } from "./scenario.ts";

export function settleValues(scenario: Scenario, problems: Problems): Scenario {
  const packetBytes = readNumber(scenario.tcp, "mss") + readNumber(scenario.tcp, "overhead");
  const flows = scenario.flows.map((spec, i) =>
    settleEcn(spec, flowOwner(i, scenario.flows.length), problems),
  );
  const links = scenario.path.links.map((setting) => settleLink(setting, packetBytes, problems));
  const queue = settleThresholds(scenario.queue, packetBytes, "", problems);
  const isSamePath = links.every((setting, i) => setting === scenario.path.links[i]);
  const path = isSamePath ? scenario.path : { ...scenario.path, links };
  return { ...scenario, path, queue, flows };
}

/** A sender that reads congestion from marks has ECN on, also where a short form for all flows says otherwise. */
function settleEcn(spec: FlowSpec, owner: string, problems: Problems): FlowSpec {
  const param = flowParams(spec.cc, spec.traffic).find(({ id }) => id === ECN.id);
  if (param?.kind !== "boolean" || param.fixed === undefined) return spec;
  const { value } = param.fixed;
  const given = spec.params[ECN.id];
  if (given === value) return spec;
  problems.notAllowed(owner, param, given === true ? "on" : "off", value);
  return { ...spec, params: { ...spec.params, [ECN.id]: value } };
}

function settleLink(setting: LinkSetting, packetBytes: number, problems: Problems): LinkSetting {
  if (setting.queue === null) return setting;
  const queue = settleThresholds(setting.queue, packetBytes, `link ${setting.id}`, problems);
  return queue === setting.queue ? setting : { ...setting, queue };
}

/** An upper threshold lies above the lower one; where it does not, it comes to lie just above. */
function settleThresholds(
  queue: QueueSpec,
  packetBytes: number,
  owner: string,
  problems: Problems,
): QueueSpec {
  const params = queueParams(queue.aqm);
  const [lower, upper] = ["red-min", "red-max"].map((id) => params.find((param) => param.id === id));
  if (lower?.kind !== "size" || upper?.kind !== "size") return queue;
  const [min, max] = [lower, upper].map(({ id }) => sizeAt(queue, id));
  if (bytesOf(max, packetBytes) > bytesOf(min, packetBytes)) return queue;
  const room: Size = { unit: max.unit, amount: max.unit === "p" ? upper.maxPackets : upper.maxBytes };
  const above = { unit: max.unit, amount: Math.floor(inUnit(min, max.unit, packetBytes)) + 1 };
  const fits = above.amount <= room.amount;
  const below = { unit: min.unit, amount: Math.ceil(inUnit(room, min.unit, packetBytes)) - 1 };
  const [used, usedMin] = [fits ? above : room, fits ? min : below].map(sizeText);
  const allowed = `above ${nameOf(lower)} of ${formatValue(lower, usedMin)}`;
  const given = formatValue(upper, sizeText(max));
  problems.notAmong(owner, upper.id, nameOf(upper), given, allowed, formatValue(upper, used));
  if (!fits) {
    const room = `below ${formatValue(upper, used)}`;
    problems.notAmong(owner, lower.id, nameOf(lower), sizeText(min), room, formatValue(lower, usedMin));
  }
  return { ...queue, params: { ...queue.params, [lower.id]: usedMin, [upper.id]: used } };
}

function sizeAt(queue: QueueSpec, id: string): Size {
  const text = textOf(queue.params[id], id);
  const size = parseSize(text);
  if (size === null) throw new Error(`parameter ${id} must be like 1000p or 168000B, got ${text}`);
  return size;
}

const bytesOf = ({ amount, unit }: Size, packetBytes: number): number =>
  unit === "p" ? amount * packetBytes : amount;

function inUnit(size: Size, unit: Size["unit"], packetBytes: number): number {
  const bytes = bytesOf(size, packetBytes);
  return unit === "p" ? bytes / packetBytes : bytes;
}
