/**
 * Updates docs/deviations.md. Its text is written by hand, its tables are generated from declarations in the code. A table is
 * between the comments
 *
 * <!-- deviations: fq-codel, fq-pie -->
 * <!-- end of deviations -->
 *
 * and has the deviations of these algorithms, of "tcp" or of "network". "other queues" and similar names stand for all algorithms
 * that no other table names.
 */
import { deviationsOf, NETWORK_DEVIATIONS, TCP_DEVIATIONS } from "../engine/deviations.ts";
import {
  type AlgorithmDeclaration,
  congestionControls,
  type Deviation,
  queueDisciplines,
  topologies,
  trafficKinds,
} from "../engine/index.ts";
import { markdownTable } from "./text-tables.ts";

const KINDS: Readonly<Record<string, readonly AlgorithmDeclaration[]>> = {
  "other queues": queueDisciplines,
  "other senders": congestionControls,
  "other traffic": trafficKinds,
  "other paths": topologies,
};

const APART: Readonly<Record<string, readonly Deviation[]>> = {
  tcp: TCP_DEVIATIONS,
  network: NETWORK_DEVIATIONS,
};

const REGION = /(<!-- deviations: ([^>]+) -->\n)[\s\S]*?(<!-- end of deviations -->)/g;

const HEAD = "subject | text | here | why, and what it changes";

/** Returns the document with new tables. Throws if a table names something unknown, or if no table has some algorithm. */
export function deviationsPage(text: string): string {
  const named = [...text.matchAll(REGION)].map(([, , names]) => names);
  const regions = named.map((names) => tableOf(names, named));
  checkComplete(named);
  return text.replace(
    REGION,
    (_, begin, names, end) => `${begin}${regions[named.indexOf(names)].join("\n")}\n${end}`,
  );
}

/** Returns a Markdown table of deviations. */
export function deviationTable(deviations: readonly Deviation[]): string[] {
  return markdownTable(HEAD, deviations.map(cellsOf));
}

function cellsOf({ subject, text = "–", here, effect = "–" }: Deviation): string[] {
  return [subject, text, here, effect];
}

function tableOf(names: string, all: readonly string[]): string[] {
  if (APART[names] !== undefined) return deviationTable(APART[names]);
  const algorithms = algorithmsOf(names, all).filter(({ id }) => deviationsOf(id).length > 0);
  return algorithms.length === 1
    ? deviationTable(deviationsOf(algorithms[0].id))
    : markdownTable(HEAD, rowsOf(algorithms));
}

const idsIn = (names: string): string[] => names.split(",").map((id) => id.trim());

function algorithmsOf(names: string, all: readonly string[]): AlgorithmDeclaration[] {
  const kind = KINDS[names];
  if (kind !== undefined) {
    const taken = all.flatMap(idsIn);
    return kind.filter(({ id }) => !taken.includes(id));
  }
  return idsIn(names).map((id) => {
    const found = Object.values(KINDS)
      .flat()
      .find((one) => one.id === id);
    if (found === undefined)
      throw new Error(`docs/deviations.md has a table for ${id}, but no declaration has this id`);
    return found;
  });
}

/** Returns the rows. Identical deviations appear once, with the names of all their algorithms. */
function rowsOf(algorithms: readonly AlgorithmDeclaration[]): string[][] {
  const byOwners = new Map<string, Deviation[]>();
  const seen = new Set<Deviation>();
  for (const deviation of algorithms.flatMap(({ id }) => deviationsOf(id))) {
    if (seen.has(deviation)) continue;
    seen.add(deviation);
    const owners = algorithms.filter(({ id }) => deviationsOf(id).includes(deviation));
    const names = owners.map(({ label }) => label).join(", ");
    byOwners.set(names, [...(byOwners.get(names) ?? []), deviation]);
  }
  return [...byOwners].flatMap(([names, deviations]) => [
    [`**${names}**`, "", "", ""],
    ...deviations.map(cellsOf),
  ]);
}

function checkComplete(named: readonly string[]): void {
  const missing = [...Object.keys(KINDS), ...Object.keys(APART)].filter((name) => !named.includes(name));
  if (missing.length > 0) throw new Error(`docs/deviations.md has no table for ${missing.join(", ")}`);
}
