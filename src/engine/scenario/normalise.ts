/** Applies the rules between several fields of a scenario, such as the order of thresholds and the maximum number of flows. */
import type { CustomPrograms } from "../custom/scenario-programs.ts";
import { readNumber, textOf } from "../params/read.ts";
import { formatValue, nameOf } from "../params/value-text.ts";
import { ECN } from "../traffic/flow-params.ts";
import { type PacketsOrBytes, parseSize, sizeText } from "../units.ts";
import { normaliseLoad } from "./normalise-load.ts";
import { normalisePath } from "./normalise-path.ts";
import { flowParams, queueParams } from "./places.ts";
import { flowOwner, Problems } from "./problems.ts";
import { DURATION, WARMUP } from "./run-params.ts";
import type { FlowSpec, LinkSetting, QueueSpec, Scenario } from "./scenario.ts";

/** Limit on the flows of a scenario. */
export const MOST_FLOWS = 2000;

/** Returns the nearest scenario that follows all rules. Changes are reported in `problems`. */
export function normalise(scenario: Scenario, problems: Problems = new Problems()): Scenario {
  const normalised = normaliseValues(normalisePath(scenario, problems), problems);
  const used = withoutUnused(normalised);
  return normaliseWarmup(normaliseLoad(normaliseFlows(used, problems), problems), problems);
}

/** Removes the custom programs that the scenario does not use. */
function withoutUnused(scenario: Scenario): Scenario {
  const { programs, flows, queue, path, changes } = scenario;
  if (programs === undefined) return scenario;
  const used = new Set<unknown>([
    queue.aqm,
    ...flows.map(({ cc }) => cc),
    ...path.links.map((link) => link.queue?.aqm),
    ...changes.map(({ value }) => value),
  ]);
  const left = programs.filter(({ id }) => used.has(id));
  if (left.length === programs.length) return scenario;
  if (left.length > 0) return { ...scenario, programs: left };
  const { programs: _, ...others } = scenario;
  return others;
}

function normaliseFlows(scenario: Scenario, problems: Problems): Scenario {
  const total = scenario.flows.reduce((sum, spec) => sum + spec.count, 0);
  if (total <= MOST_FLOWS) return scenario;
  let left = MOST_FLOWS;
  // Each group keeps at least one flow; otherwise the group numbers in changes would refer to other groups.
  const flows = scenario.flows.map((spec, i): FlowSpec => {
    const count = Math.min(spec.count, left - (scenario.flows.length - 1 - i));
    left -= count;
    return { ...spec, count };
  });
  const allowed = `at most ${MOST_FLOWS} in total`;
  problems.notAmong("", "flows", "Flows", String(total), allowed, String(MOST_FLOWS));
  return { ...scenario, flows };
}

function normaliseWarmup(scenario: Scenario, problems: Problems): Scenario {
  const durationS = readNumber(scenario.run, DURATION.id);
  const warmupS = readNumber(scenario.run, WARMUP.id);
  if (warmupS < durationS) return scenario;
  const usedS = (durationS * 9) / 10;
  const [given, duration, used] = [warmupS, durationS, usedS].map((s) => formatValue(WARMUP, s));
  problems.notAmong("", WARMUP.id, WARMUP.label, given, `below the duration of ${duration}`, used);
  return { ...scenario, run: { ...scenario.run, [WARMUP.id]: usedS } };
}

/** Applies the rules between values: ECN of senders that need it, and the order of thresholds. */
function normaliseValues(scenario: Scenario, problems: Problems): Scenario {
  const { programs } = scenario;
  const packetBytes = readNumber(scenario.tcp, "mss") + readNumber(scenario.tcp, "overhead");
  const flows = scenario.flows.map((spec, i) =>
    normaliseEcn(spec, flowOwner(i, scenario.flows.length), programs, problems),
  );
  const links = scenario.path.links.map((setting) => normaliseLink(setting, packetBytes, programs, problems));
  const queue = normaliseThresholds(scenario.queue, packetBytes, "", programs, problems);
  const isSamePath = links.every((setting, i) => setting === scenario.path.links[i]);
  const path = isSamePath ? scenario.path : { ...scenario.path, links };
  return { ...scenario, path, queue, flows };
}

/** Switches ECN on for a sender that needs marks, even if the default for all flows switches it off. */
function normaliseEcn(spec: FlowSpec, owner: string, programs: CustomPrograms, problems: Problems): FlowSpec {
  const param = flowParams(spec.cc, spec.traffic, programs).find(({ id }) => id === ECN.id);
  if (param?.kind !== "boolean" || param.fixed === undefined) return spec;
  const { value } = param.fixed;
  const given = spec.params[ECN.id];
  if (given === value) return spec;
  problems.notAllowed(owner, param, given === true ? "on" : "off", value);
  return { ...spec, params: { ...spec.params, [ECN.id]: value } };
}

function normaliseLink(
  setting: LinkSetting,
  packetBytes: number,
  programs: CustomPrograms,
  problems: Problems,
): LinkSetting {
  if (setting.queue === null) return setting;
  const queue = normaliseThresholds(setting.queue, packetBytes, `link ${setting.id}`, programs, problems);
  return queue === setting.queue ? setting : { ...setting, queue };
}

/** If the upper threshold is not above the lower threshold, raises it to just above. */
function normaliseThresholds(
  queue: QueueSpec,
  packetBytes: number,
  owner: string,
  programs: CustomPrograms,
  problems: Problems,
): QueueSpec {
  const params = queueParams(queue.aqm, programs);
  const [lower, upper] = ["red-min", "red-max"].map((id) => params.find((param) => param.id === id));
  if (lower?.kind !== "size" || upper?.kind !== "size") return queue;
  const [min, max] = [lower, upper].map(({ id }) => sizeAt(queue, id));
  if (bytesOf(max, packetBytes) >= bytesOf(min, packetBytes)) return queue;
  const room: PacketsOrBytes = {
    unit: max.unit,
    amount: max.unit === "p" ? upper.maxPackets : upper.maxBytes,
  };
  const above = { unit: max.unit, amount: Math.ceil(inUnit(min, max.unit, packetBytes)) };
  const fits = above.amount <= room.amount;
  const below = { unit: min.unit, amount: Math.floor(inUnit(room, min.unit, packetBytes)) };
  const [used, usedMin] = [fits ? above : room, fits ? min : below].map(sizeText);
  const allowed = `at least ${nameOf(lower)} of ${formatValue(lower, usedMin)}`;
  const given = formatValue(upper, sizeText(max));
  problems.notAmong(owner, upper.id, nameOf(upper), given, allowed, formatValue(upper, used));
  if (!fits) {
    const room = `at most ${formatValue(upper, used)}`;
    problems.notAmong(owner, lower.id, nameOf(lower), sizeText(min), room, formatValue(lower, usedMin));
  }
  return { ...queue, params: { ...queue.params, [lower.id]: usedMin, [upper.id]: used } };
}

function sizeAt(queue: QueueSpec, id: string): PacketsOrBytes {
  const text = textOf(queue.params[id], id);
  const size = parseSize(text);
  if (size === null) throw new Error(`parameter ${id} must be like 1000p or 168000B, got ${text}`);
  return size;
}

const bytesOf = ({ amount, unit }: PacketsOrBytes, packetBytes: number): number =>
  unit === "p" ? amount * packetBytes : amount;

function inUnit(size: PacketsOrBytes, unit: PacketsOrBytes["unit"], packetBytes: number): number {
  const bytes = bytesOf(size, packetBytes);
  return unit === "p" ? bytes / packetBytes : bytes;
}
