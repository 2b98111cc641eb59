/**
 * Checks the list of scenario URLs: the list contains every algorithm, path and setting, and every change during a
 * run. The command in `ADD` appends links for what the list lacks.
 */
import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  congestionControls,
  declaredParams,
  defaultScenario,
  queueDisciplines,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
  topologies,
  trafficKinds,
} from "../../src/engine/index.ts";
import type { Param, ParamValue, ParamValues } from "../../src/engine/params/param.ts";
import { type BitsLink, LINKS_FILE, readLinks } from "./links.ts";

/** The part of a scenario that a group of settings belongs to. */
interface Owner {
  readonly id: string;
  /** The setting of a link that chooses the algorithm: "aqm"; absent for settings of every scenario. */
  readonly chosenBy?: string;
  readonly params: readonly Param[];
}

const shared = (scope: "run" | "tcp"): Owner => ({
  id: scope,
  params: declaredParams(defaultScenario(), { scope }),
});

const chosenBy = (key: string, registry: readonly Owner[]): Owner[] =>
  registry.map(({ id, params }) => ({ id, params, chosenBy: key }));

const algorithms: readonly Owner[] = [
  ...chosenBy("aqm", queueDisciplines),
  ...chosenBy("cc", congestionControls),
  ...chosenBy("traffic", trafficKinds),
  ...chosenBy("path", topologies),
];
const owners: readonly Owner[] = [
  ...algorithms,
  shared("run"),
  shared("tcp"),
  { id: "flow", params: declaredParams(defaultScenario(), { scope: "flow", flow: 0 }) },
];

/** Returns the values of a scenario, each with the part of the scenario that it belongs to. */
function valuesIn({ run, path, queue, tcp, flows }: Scenario): [string, ParamValues][] {
  return [
    ["run", run],
    ["tcp", tcp],
    [path.topology, path.params],
    [queue.aqm, queue.params],
    ...flows.flatMap(({ cc, traffic, params }): [string, ParamValues][] =>
      [cc, traffic, "flow"].map((id) => [id, params]),
    ),
  ];
}

const isFree = (param: Param) => !("fixed" in param && param.fixed !== undefined);
const liveParams = ({ params }: Owner) => params.filter((param) => param.live !== false && isFree(param));

/** Returns the algorithms that no link uses. */
function unused(links: readonly string[]): Owner[] {
  const used = links
    .map((link) => scenarioFromUrl(`#${link}`).scenario)
    .flatMap((scenario) => valuesIn(scenario).map(([id]) => id));
  return algorithms.filter(({ id }) => !used.includes(id));
}

/** Returns the settings that no link sets to a value other than the default: "pie target". */
function neverSet(links: readonly string[]): string[] {
  const set = new Set<string>();
  for (const [id, values] of links.flatMap((link) => valuesIn(scenarioFromUrl(`#${link}`).scenario))) {
    const params = owners.find((owner) => owner.id === id)?.params ?? [];
    for (const param of params) if (values[param.id] !== param.default) set.add(`${id} ${param.id}`);
  }
  const all = owners.flatMap(({ id, params }) => params.filter(isFree).map((param) => `${id} ${param.id}`));
  return all.filter((one) => !set.has(one));
}

/** Returns the settings that no link changes during the run. */
function neverChanged(links: readonly string[]): string[] {
  const changed = new Set(
    links.flatMap((link) => scenarioFromUrl(`#${link}`).scenario.changes.map(({ id }) => id)),
  );
  const names = ["aqm", "cc", ...owners.flatMap((owner) => liveParams(owner).map(({ id }) => id))];
  return [...new Set(names)].filter((id) => !changed.has(id));
}

/** Returns an allowed value other than the default; null for a text. */
function otherValue(param: Param): ParamValue {
  switch (param.kind) {
    case "boolean":
      return !param.default;
    case "enum":
      return param.options.map(({ value }) => value).find((value) => value !== param.default) ?? null;
    case "size":
      return param.default === "40p" ? "60p" : "40p";
    case "number": {
      const { min, max, sliderMin = min, sliderMax = max, default: standard, integer } = param;
      const above = Number(((standard ?? sliderMin) * 1.37 || (sliderMin + sliderMax) / 5).toPrecision(3));
      const value = above <= max ? above : Number(((standard ?? max) * 0.8).toPrecision(3));
      return integer === true ? Math.max(min, Math.min(max, Math.ceil(value))) : value;
    }
    case "text":
      return null;
  }
}

/** Times of the first and the last change in a link that changes settings during the run (s). */
const [FIRST_S, LAST_S] = [1, 5];

/**
 * Returns lines of the list for what it lacks: for each part of a scenario a link that sets each of its settings, and one that
 * changes them during the run.
 */
function missingLines(links: readonly BitsLink[]): string[] {
  const all = links.map(({ link }) => link);
  const [set, changed] = [neverSet(all), neverChanged(all)];
  const unstarred = unused(links.filter(({ starred }) => starred).map(({ link }) => link));
  return owners.flatMap((owner) => {
    const { id, params, chosenBy: key } = owner;
    const settings = (chosen: readonly Param[]) =>
      chosen.flatMap((param) => {
        const value = otherValue(param);
        return value === null
          ? []
          : [{ id: param.id, text: typeof value === "boolean" ? (value ? "on" : "off") : String(value) }];
      });
    const apart = settings(params.filter((param) => set.includes(`${id} ${param.id}`)));
    const isNew = unstarred.includes(owner);
    const live = settings(liveParams(owner).filter((param) => isNew || changed.includes(param.id)));
    const stepS = (LAST_S - FIRST_S) / Math.max(1, live.length);
    const changes = live.map((one, i) => `set=${(FIRST_S + i * stepS).toFixed(3)}s:${one.id}=${one.text}`);
    const base = ["v=2", ...(key === undefined ? [] : [`${key}=${id}`]), "flows=2", "duration=6s"];
    const lineOf = (star: string, more: readonly string[]) => {
      const given = base.filter((one) => !more.some((other) => other.startsWith(`${one.split("=")[0]}=`)));
      const { scenario, problems } = scenarioFromUrl(`#${[...given, ...more].join("&")}`);
      expect(problems, `write a link for ${id} by hand: the one that was made has these faults`).toEqual([]);
      return `${star} ${scenarioToUrl(scenario)}`;
    };
    return [
      ...(apart.length === 0
        ? []
        : [
            lineOf(
              " ",
              apart.map((one) => `${one.id}=${one.text}`),
            ),
          ]),
      ...(live.length === 0 && !isNew ? [] : [lineOf(isNew ? "*" : " ", changes)]),
    ];
  });
}

if (process.env.UPDATE_GOLDEN === "1")
  appendFileSync(
    LINKS_FILE,
    missingLines(readLinks())
      .map((line) => `${line}\n`)
      .join(""),
  );

const allLinks = readLinks().map(({ link }) => link);
const starredLinks = readLinks()
  .filter(({ starred }) => starred)
  .map(({ link }) => link);

/** Advice for a failing test. */
const ADD =
  "UPDATE_GOLDEN=1 npx vitest run --project unit tests/bits/links.test.ts appends links to tests/bits/links.txt; texts need one by hand";

describe("the links whose results must be the same in every browser", () => {
  test("there are at least 250 links, 40 of them for every `npm test`, each once, in the form that the page writes and without faults", () => {
    expect(allLinks.length).toBeGreaterThanOrEqual(250);
    expect(starredLinks.length).toBeGreaterThanOrEqual(40);
    expect(allLinks.filter((link, i) => allLinks.indexOf(link) !== i)).toEqual([]);
    const read = allLinks.map((link) => scenarioFromUrl(`#${link}`));
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
    expect(read.map(({ scenario }) => scenarioToUrl(scenario))).toEqual(allLinks);
  });

  test.each([
    ["all", allLinks],
    ["those with a star", starredLinks],
  ])("%s together contain every queue, sender, kind of traffic and path", (_, links) => {
    expect(
      unused(links).map(({ id }) => id),
      ADD,
    ).toEqual([]);
  });

  test("together set each declared setting to a value other than its default", () => {
    expect(neverSet(allLinks), ADD).toEqual([]);
  });

  test("together change the queue, the sender and each changeable setting during a run", () => {
    expect(neverChanged(allLinks), ADD).toEqual([]);
  });

  test("that the command appends to an empty list contain all of that, but no texts", () => {
    const links = missingLines([]).map((line) => line.slice(2));
    expect(unused(links)).toEqual([]);
    const texts = owners.flatMap(({ params }) => params.filter(({ kind }) => kind === "text"));
    const isText = (one: string) => texts.some(({ id }) => one.split(" ").at(-1) === id);
    expect(neverSet(links).filter((one) => !isText(one))).toEqual([]);
    expect(neverChanged(links).filter((one) => !isText(one))).toEqual(["aqm", "cc"]);
  });
});
