/** Applies a change that happens during a run to the affected parts of the network. */
import type { Flow } from "../flow.ts";
import type { Link } from "../net/link.ts";
import type { Network } from "../network.ts";
import type { ParamValue } from "../params/param.ts";
import { booleanOf, msToNs, numberOf, textOf } from "../params/read.ts";
import { stopNsOf } from "../plan.ts";
import { congestionControlById, queueDisciplineById, trafficById } from "../registered.ts";
import type { Connection } from "../tcp/connection.ts";
import { recoveryModeOf, sackDelayNs, segmentsOf } from "./build.ts";
import { pathAfter } from "./path.ts";
import { carryOver } from "./replace.ts";
import type { Change, QueueSpec } from "./scenario.ts";

/** Listener to changes of the network during a run. */
export interface ChangeListener {
  /** Called when the queue of the i-th link was replaced. */
  queueReplaced(link: number): void;
  stopMoved(flow: Flow): void;
}

/** Applies a change at the current time of the network. */
export function applyChange(change: Change, network: Network, listener: ChangeListener): void {
  const path = pathAfter(network.path, change);
  if (path !== network.path) network.changePath(path);
  else if (change.link !== null) changeOwnQueue(change.link, change, network, listener);
  else if (change.flow === null && isQueueChange(change.id, network)) {
    changeSharedQueue(change, network, listener);
  } else {
    if (isTcpChange(change, network)) network.tcp = { ...network.tcp, [change.id]: change.value };
    for (let group = 0; group < network.groups.length; group++) {
      if (change.flow === null || change.flow === group) changeGroup(group, change, network, listener);
    }
  }
}

function isTcpChange({ flow, id }: Change, { tcp }: Network): boolean {
  return flow === null && Object.hasOwn(tcp, id);
}

/** Changes the queue of one link. From then on, the link no longer uses the scenario's queue. */
function changeOwnQueue(id: string, change: Change, network: Network, listener: ChangeListener): void {
  const link = network.linkById(id);
  link.sharesQueue = false;
  changeQueue(link, change, network, listener);
}

function isQueueChange(id: string, network: Network): boolean {
  return id === "aqm" || isQueueParam(id, network.queue, network);
}

function changeSharedQueue(change: Change, network: Network, listener: ChangeListener): void {
  network.queue = changedQueue(network.queue, change, network);
  for (const link of network.links) {
    if (link.sharesQueue) changeQueue(link, change, network, listener);
  }
}

function changeQueue(link: Link, change: Change, network: Network, listener: ChangeListener): void {
  const queue = changedQueue(link.queue, change, network);
  if (change.id === "aqm") {
    network.hostQueue(link, queue);
    listener.queueReplaced(network.links.indexOf(link));
  } else if (isQueueParam(change.id, link.queue, network)) {
    link.port.discipline.configure(change.id, change.value);
    link.queue = queue;
  }
}

function isQueueParam(id: string, { aqm }: QueueSpec, { customPrograms }: Network): boolean {
  return id === "limit" || queueDisciplineById(aqm, customPrograms).params.some((param) => param.id === id);
}

function changedQueue(queue: QueueSpec, { id, value }: Change, { customPrograms }: Network): QueueSpec {
  if (id !== "aqm") return { ...queue, params: { ...queue.params, [id]: value } };
  const aqm = textOf(value, id);
  const params = carryOver(
    queueDisciplineById(queue.aqm, customPrograms).params,
    queue.params,
    queueDisciplineById(aqm, customPrograms).params,
  );
  return { aqm, params: { ...params, limit: queue.params.limit } };
}

/** Applies a change to the flows of one group. Parameters that the group does not declare are ignored. */
export function changeGroup(group: number, change: Change, network: Network, listener: ChangeListener): void {
  const { id, value } = change;
  const place = network.groups[group];
  const members = network.flows.filter((flow) => flow.group === group);
  if (id === "cc") {
    changeCc(group, textOf(value, id), network);
    return;
  }
  const { spec } = place;
  // ECN cannot be switched off for a sender whose control needs marks.
  const { customPrograms } = network;
  if (id === "ecn" && congestionControlById(spec.cc, customPrograms).needsEcn !== undefined) return;
  place.spec = { ...spec, params: { ...spec.params, [id]: value } };
  const isTcp = trafficById(spec.traffic).transport === "tcp";
  if (id === "rtt") place.updateDelays();
  else if (trafficById(spec.traffic).params.some((param) => param.id === id)) {
    for (const { traffic } of members) traffic.configure(id, value);
  } else if (
    isTcp &&
    congestionControlById(spec.cc, customPrograms).params.some((param) => param.id === id)
  ) {
    for (const { connections } of members)
      for (const { sender } of connections) sender.cc.configure(id, value);
  } else if (id === "stop") {
    const stopNs = stopNsOf(place.spec.params);
    for (const flow of members) {
      // A stop that applies to all flows does not apply to flows that start at or after the stop.
      if (change.flow === null && stopNs <= flow.startNs) continue;
      flow.stopNs = stopNs;
      listener.stopMoved(flow);
    }
  } else {
    for (const { connections } of members)
      for (const connection of connections) changeConnection(connection, id, value);
    if (id === "delayed-ack-timer") place.setReceiverResponseTime(msToNs(numberOf(value, id)));
    if (id === "sack-delay") {
      const delayNs = sackDelayNs(network.tcp, place.propagationNs);
      for (const { connections } of members)
        for (const { receiver } of connections) receiver.settings.sackDelayNs = delayNs;
      if (delayNs > 0) place.setReceiverAnswerDelay(delayNs);
    }
  }
}

function changeCc(group: number, cc: string, network: Network): void {
  const place = network.groups[group];
  const { spec } = place;
  if (trafficById(spec.traffic).transport !== "tcp") return;
  const { customPrograms } = network;
  const definition = congestionControlById(cc, customPrograms);
  const params = carryOver(
    congestionControlById(spec.cc, customPrograms).params,
    spec.params,
    definition.params,
  );
  const ecn = definition.needsEcn !== undefined || spec.params.ecn === true;
  place.spec = { ...spec, cc, params: { ...spec.params, ...params, ecn } };
  place.probes = definition.probes;
  for (const flow of network.flows) {
    if (flow.group !== group) continue;
    for (const connection of flow.connections) {
      network.renewCc(connection, place);
      connection.sender.ecn.enabled = ecn;
    }
  }
}

/** Changes a parameter of TCP, of the flow or of its congestion control. A sender ignores parameters that it does not declare. */
function changeConnection(connection: Connection, id: string, value: ParamValue): void {
  const { sender, receiver } = connection;
  if (id === "ecn") sender.ecn.enabled = booleanOf(value, id);
  else if (id === "recovery") sender.reduction.mode = recoveryModeOf(value);
  else if (id === "fast-recovery")
    sender.settings.fastRecovery = textOf(value, id) === "reno" ? "reno" : "newreno";
  else if (id === "idle-restart") sender.settings.idleRestart = booleanOf(value, id);
  else if (id === "rack") sender.settings.rack = booleanOf(value, id);
  else if (id === "frto") sender.settings.frto = booleanOf(value, id);
  else if (id === "forward-retransmissions") sender.settings.forwardRetransmissions = booleanOf(value, id);
  else if (id === "dsack") receiver.settings.dsack = booleanOf(value, id);
  else if (id === "limited-transmit") sender.settings.limitedTransmit = booleanOf(value, id);
  else if (id === "min-cwnd") sender.state.minCwnd = numberOf(value, id);
  else if (id === "receive-window") sender.settings.receiveWindow = segmentsOf(value);
  else if (id === "ect-retransmissions") sender.ecn.ectRetransmissions = booleanOf(value, id);
  else if (id === "initial-rto") sender.settings.initialRtoNs = msToNs(numberOf(value, id));
  else if (id === "min-rto") sender.settings.minRtoNs = msToNs(numberOf(value, id));
  else if (id === "delayed-ack") receiver.settings.delayedAck = Number(textOf(value, id));
  else if (id === "delayed-ack-timer") receiver.settings.delayedAckTimerNs = msToNs(numberOf(value, id));
  else if (id === "quick-acks") receiver.settings.quickAcks = numberOf(value, id);
  else if (id === "quick-acks-after-ce") receiver.settings.quickAcksAfterCe = numberOf(value, id);
}
