/** A change in mid-run reaches the parts that it concerns. */
import type { Network } from "../network.ts";
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { booleanOf, msToNs, numberOf, secondsToNs, textOf } from "../params/read.ts";
import type { Connection } from "../tcp/connection.ts";
import { capacityBps, congestionControlById, oneWayDelaysNs, queueDisciplineById } from "./build.ts";
import type { Change } from "./scenario.ts";

/** What the simulation must hear of. */
export interface ChangeListener {
  queueReplaced(): void;
  stopMoved(connection: Connection): void;
}

export function applyChange(change: Change, nowNs: number, network: Network, listener: ChangeListener): void {
  const { id, value } = change;
  if (id === "capacity") network.port.setRate(capacityBps({ capacity: value }));
  else if (id === "aqm") {
    replaceQueue(textOf(value, id), nowNs, network);
    listener.queueReplaced();
  } else if (isQueueParam(id, network)) {
    network.port.discipline.configure(id, value);
    network.queue = { ...network.queue, params: { ...network.queue.params, [id]: value } };
  } else {
    for (let group = 0; group < network.groups.length; group++) {
      if (change.flow === null || change.flow === group) changeGroup(group, change, network, listener);
    }
  }
}

/**
 * Values for another algorithm: what was set by hand and is declared by both stays, the rest takes the new one's defaults.
 */
export function carryOver(from: readonly Param[], values: ParamValues, to: readonly Param[]): ParamValues {
  const carried: Record<string, ParamValue> = {};
  for (const param of to) {
    const before = from.find((other) => other.id === param.id && other.kind === param.kind);
    const wasSet =
      before !== undefined && values[param.id] !== undefined && values[param.id] !== before.default;
    carried[param.id] = wasSet ? values[param.id] : param.default;
  }
  return carried;
}

function isQueueParam(id: string, network: Network): boolean {
  return id === "limit" || queueDisciplineById(network.queue.aqm).params.some((param) => param.id === id);
}

function replaceQueue(aqm: string, nowNs: number, network: Network): void {
  const { queue } = network;
  const params = carryOver(
    queueDisciplineById(queue.aqm).params,
    queue.params,
    queueDisciplineById(aqm).params,
  );
  network.hostQueue({ aqm, params: { ...params, limit: queue.params.limit } }, nowNs);
}

/** What is none of a flow's parameters leaves the group as it is. */
export function changeGroup(group: number, change: Change, network: Network, listener: ChangeListener): void {
  const { id, value } = change;
  const spec = network.groups[group];
  const members = network.connections.filter((connection) => connection.group === group);
  if (id === "cc") {
    const cc = textOf(value, id);
    const params = carryOver(
      congestionControlById(spec.cc).params,
      spec.params,
      congestionControlById(cc).params,
    );
    network.groups[group] = { ...spec, cc, params: { ...spec.params, ...params } };
    for (const { sender } of members) sender.cc = congestionControlById(cc).create(params);
    return;
  }
  network.groups[group] = { ...spec, params: { ...spec.params, [id]: value } };
  if (id === "rtt") {
    const { forwardNs, backNs } = oneWayDelaysNs(numberOf(value, id));
    network.pipes[group].data.delayNs = forwardNs;
    network.pipes[group].acks.delayNs = backNs;
  } else if (congestionControlById(spec.cc).params.some((param) => param.id === id)) {
    for (const { sender } of members) sender.cc.configure(id, value);
  } else if (id === "stop") {
    const stopNs = typeof value === "number" ? secondsToNs(value) : Number.POSITIVE_INFINITY;
    for (const connection of members) {
      // A stop of all flows is none of those that start after it.
      if (change.flow === null && stopNs <= connection.startNs) continue;
      connection.stopNs = stopNs;
      listener.stopMoved(connection);
    }
  } else {
    for (const connection of members) changeConnection(connection, id, value);
  }
}

/** Parameters of TCP itself. A parameter that a sender does not declare does not concern it. */
function changeConnection(connection: Connection, id: string, value: ParamValue): void {
  const { sender, receiver } = connection;
  if (id === "ecn") sender.ecn.enabled = booleanOf(value, id);
  else if (id === "recovery") sender.reduction.mode = textOf(value, id) === "classic" ? "classic" : "prr";
  else if (id === "rack") sender.settings.rack = booleanOf(value, id);
  else if (id === "limited-transmit") sender.settings.limitedTransmit = booleanOf(value, id);
  else if (id === "min-rto") sender.settings.minRtoNs = msToNs(numberOf(value, id));
  else if (id === "delayed-ack") receiver.settings.delayedAck = Number(textOf(value, id));
  else if (id === "delayed-ack-timer") receiver.settings.delayedAckTimerNs = msToNs(numberOf(value, id));
  else if (id === "quick-acks") receiver.settings.quickAcks = numberOf(value, id);
}
