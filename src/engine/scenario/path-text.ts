/** Links and routes as texts of URLs and flags: "id=wan,capacity=20Mbps,aqm=pi" and "id=x,forward=a+b,back=c". */

import { topologyById } from "../algorithms.ts";
import type { Param, ParamValues } from "../params/param.ts";
import { canonicalText } from "../params/value-text.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import type { RawLink } from "./fit-links.ts";
import type { RawRoute } from "./fit-routes.ts";
import { AQM, anyQueueParams, linkKeys, routeKeys } from "./known-names.ts";
import { queueParams } from "./places.ts";
import type { Problems } from "./problems.ts";
import type { LinkSetting, PathSpec, QueueSpec, RouteSpec } from "./scenario.ts";

type Part = readonly [key: string, text: string];

export function linkText(setting: LinkSetting, { topology }: PathSpec): string {
  const { id, from, to, params, queue } = setting;
  const ends: Part[] = topologyById(topology).isOpen
    ? [
        ["from", from],
        ["to", to],
      ]
    : [];
  const set = LINK_PARAMS.filter((param) => params[param.id] !== undefined);
  return partsText([["id", id], ...ends, ...set.map((param) => partOf(param, params)), ...queueParts(queue)]);
}

function queueParts(queue: QueueSpec | null): Part[] {
  if (queue === null) return [];
  const set = queueParams(queue.aqm).filter((param) => queue.params[param.id] !== param.default);
  return [[AQM.id, queue.aqm], ...set.map((param) => partOf(param, queue.params))];
}

const partOf = (param: Param, values: ParamValues): Part => [
  param.id,
  canonicalText(param, values[param.id]),
];

export function routeText({ id, label, forward, back }: RouteSpec): string {
  const parts: Part[] = [["id", id]];
  if (label !== id) parts.push(["label", escaped(label)]);
  parts.push(["forward", forward.join("+")]);
  if (back.length > 0) parts.push(["back", back.join("+")]);
  return partsText(parts);
}

const partsText = (parts: readonly Part[]) => parts.map(([key, text]) => `${key}=${text}`).join(",");

export function parseLink(text: string, number: number, problems: Problems): RawLink {
  const entries = entriesOf(text);
  const owner = `link ${entries.get("id") ?? number}`;
  const values: Record<string, string> = {};
  const ofQueue: Record<string, string> = {};
  for (const [key, value] of entries) {
    if (LINK_PARAMS.some((param) => param.id === key)) values[key] = value;
    else if (anyQueueParams.some((param) => param.id === key)) ofQueue[key] = value;
    else if (!linkKeys.includes(key)) problems.unknownName(owner, key, value, linkKeys);
  }
  const [id, from, to, aqm] = ["id", "from", "to", AQM.id].map((key) => entries.get(key));
  const hasQueue = aqm !== undefined || Object.keys(ofQueue).length > 0;
  return { id, from, to, values, queue: hasQueue ? { aqm, values: ofQueue } : undefined };
}

export function parseRoute(text: string, number: number, problems: Problems): RawRoute {
  const entries = entriesOf(text);
  const owner = `route ${entries.get("id") ?? number}`;
  for (const [key, value] of entries) {
    if (!routeKeys.includes(key)) problems.unknownName(owner, key, value, routeKeys);
  }
  const [id, label, forward, back] = ["id", "label", "forward", "back"].map((key) => entries.get(key));
  return { id, label: label === undefined ? undefined : unescaped(label), forward, back };
}

/** "a=1,b=2" by its keys; a comma within a value is written as %2C. */
export function entriesOf(text: string): Map<string, string> {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return new Map(
    parts.map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [part.trim(), ""] : [part.slice(0, at).trim(), part.slice(at + 1)];
    }),
  );
}

/** Free text among keys, commas and a shell's quotes: what is no letter, digit or plain sign is percent-encoded. */
function escaped(label: string): string {
  return label.replace(/[^\p{L}\p{N} _.:;()/+-]/gu, (sign) =>
    encodeURIComponent(sign).replace(/[!'()*]/g, percent),
  );
}

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** Text that is no such encoding stays as it is. */
export function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
