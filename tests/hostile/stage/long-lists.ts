/**
 * The part of `npm run hostile` that measures links with long lists: changes, flows, links and routes, each with many of the others.
 * A list must be read in time proportional to its length, whatever else the link holds.
 */
import { afterAll, expect, test } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../../src/engine/index.ts";
import { PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";

/** Lengths of the links (characters), and the limits for 1 MB of such links (ms). All counts reach their limits in short links. */
const SIZES = [
  { length: 25_000, limitMs: 10_000 },
  { length: 249_000, limitMs: 1000 },
];
const TOTAL = 1_000_000;

const each = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join("");
const CUSTOM = `v=2&path=custom${each(32, (i) => `&link=id=l${i},from=n${i},to=n${i + 1}`)}`;
const CHAIN = each(32, (i) => `${i === 0 ? "" : "+"}l${i}`);
const ROUTES = `${CUSTOM}${each(64, (i) => `&path-route=id=r${i},forward=${CHAIN}`)}`;
const onRoutes = (count: number) => each(count, (i) => `&flow=cc=cubic,route=r${i % 64}`);
const unlike = (count: number) => each(count, (i) => `&flow=traffic=cbr,cbr-rate=0.${1000 + i},start=${i}`);

/** A link that begins with `start` and continues with numbered items. */
const KINDS: Readonly<Record<string, readonly [start: string, item: (i: number) => string]>> = {
  "changes of one link": [CUSTOM, (i) => `&set=${i % 20}.${i}s:link.l${i % 32}.capacity=${10 + (i % 5)}Mbps`],
  "changes of all links": [CUSTOM, (i) => `&set=${i % 20}.${i}s:capacity=${10 + (i % 5)}Mbps`],
  "changes of links that do not exist": [CUSTOM, (i) => `&set=${i}s:link.z${i}.capacity=5`],
  "changes of unknown parameters": [CUSTOM, (i) => `&set=${i}s:a${i}=5`],
  "changes of a parking lot": ["v=2&path=parking-lot&hops=10", (i) => `&set=1s:capacity=${10 + i}`],
  "changes of a path with many links": ["v=2&path=gfc-2&both-ways=on", (i) => `&set=1s:scale=0.${10 + i}`],
  "changes beside a long pattern": [
    `v=2&capacity-pattern=${each(480, (i) => `${i === 0 ? "" : ";"}${i}:1`)}`,
    (i) => `&set=1s:capacity=${10 + i}`,
  ],
  "changes beside many flows and routes": [
    `${ROUTES}${onRoutes(500)}`,
    (i) => `&set=1s:link.l3.capacity=${5 + (i % 7)}`,
  ],
  "changes of unlike flows": [`v=2${unlike(500)}`, (i) => `&set=1s:cbr-packet=${100 + (i % 50)}`],
  "changes of single flows": [
    `v=2${unlike(500)}`,
    (i) => `&set=1s:flow${1 + (i % 500)}.cbr-packet=${100 + (i % 50)}`,
  ],
  "flows on routes": [ROUTES, () => "&flow=cc=cubic,route=r63"],
  "flows on routes that do not exist": [ROUTES, (i) => `&flow=cc=cubic,route=q${i}`],
  "flows that start one after the other": ["v=2", (i) => `&flow=traffic=http,start=${i}ms,stop=${i + 1}s`],
  "flows with unknown settings": ["v=2", (i) => `&flow=cc=cubic,a${i}=b`],
  links: ["v=2&path=custom", () => "&link="],
  "links with names": ["v=2&path=custom", (i) => `&link=id=a${i}`],
  "links of another path": ["v=2&path=parking-lot&hops=10", (i) => `&link=id=hop${i},aqm=pie`],
  routes: [CUSTOM, () => "&path-route="],
  "routes with names": [CUSTOM, (i) => `&path-route=id=r${i},forward=${CHAIN}`],
  "unknown settings": ["v=2", (i) => `&a${i}=1`],
  "one setting again and again": ["v=2", (i) => `&rtt=${i}ms`],
};

function linkOf([start, item]: (typeof KINDS)[string], length: number): string {
  const parts = [start];
  for (let i = 0, sum = start.length; sum < length; i++) {
    parts.push(item(i));
    sum += parts[parts.length - 1].length;
  }
  return parts.join("").slice(0, length);
}

/** Returns the processor time for 1 MB of the link (ms). */
function costOf(link: string): number {
  const before = process.cpuUsage();
  for (let sum = 0; sum < TOTAL; sum += link.length)
    scenarioToUrl(scenarioFromUrl(link, PROGRAM_READER).scenario);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

let links = 0;
afterAll(() => void process.stdout.write(`${links} links with long lists\n`));

test.each(Object.entries(KINDS))("%s take time proportional to their number", (name, kind) => {
  const slow: string[] = [];
  const times = SIZES.map(({ length, limitMs }) => {
    const link = linkOf(kind, length);
    links++;
    const first = costOf(link);
    const ms = first > limitMs ? Math.min(first, costOf(link)) : first;
    if (ms > limitMs) slow.push(`${length} characters: ${ms.toFixed(0)} ms for 1 MB`);
    return ms.toFixed(0).padStart(8);
  });
  process.stdout.write(`${times.join("")}  ms for 1 MB: ${name}\n`);
  expect(slow).toEqual([]);
});
