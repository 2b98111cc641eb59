/**
 * Writes the lists of algorithms that follow from `registry.ts` of a folder: the declarations without code (`cards.ts`), the
 * functions that load the code of one algorithm (`on-demand.ts`), and the explanations (`stories.ts`). The page, a browser's
 * worker and a replay each load only one of these lists. `npm run docs` starts this script. It loads no code of the simulator,
 * because a list that names a deleted file could not be loaded.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./stages.ts";

/** A folder with a registry of algorithms. */
interface AlgorithmFolder {
  readonly path: string;
  readonly one: string;
  readonly many: string;
  /** Start of the names of the lists in `on-demand.ts`. */
  readonly list: string;
  /** Type of a definition, and the module that declares it. */
  readonly type: string;
  readonly module: string;
  /** Type of an explanation; undefined if this kind has none. */
  readonly story?: string;
  /** Algorithms whose code is loaded from the start, because the default scenario or many others need it. */
  readonly atOnce: readonly string[];
}

const FOLDERS: readonly AlgorithmFolder[] = [
  {
    path: "src/engine/aqm",
    one: "a queue discipline",
    many: "queue disciplines",
    list: "QUEUES",
    type: "QueueDisciplineDefinition",
    module: "./queue-discipline.ts",
    story: "QueueStory",
    atOnce: ["codel", "droptail"],
  },
  {
    path: "src/engine/cc",
    one: "a congestion control",
    many: "congestion controls",
    list: "CONTROLS",
    type: "CongestionControlDefinition",
    module: "./congestion-control.ts",
    story: "SenderStory",
    atOnce: ["newreno"],
  },
  {
    path: "src/engine/traffic",
    one: "a kind of traffic",
    many: "kinds of traffic",
    list: "TRAFFIC",
    type: "TrafficDefinition",
    module: "./traffic.ts",
    atOnce: ["bulk"],
  },
];

/** One line of a registry, with the modules of the algorithm's parts. */
interface Registered {
  /** Name of the exported definition: "fqCodel". */
  readonly name: string;
  readonly id: string;
  readonly code: string;
  readonly card: string;
  /** Null if the algorithm has no explanation of its own. */
  readonly story: string | null;
}

/** Returns the contents of the lists by path, relative to the project's root. Throws if an algorithm has no card. */
export function registryLists(): ReadonlyMap<string, string> {
  return new Map(
    FOLDERS.flatMap((folder) => {
      const all = registeredIn(folder);
      const files: [string, string][] = [
        [join(folder.path, "cards.ts"), cardsText(folder, all)],
        [join(folder.path, "on-demand.ts"), onDemandText(folder, all)],
      ];
      if (folder.story !== undefined)
        files.push([join(folder.path, "stories.ts"), storiesText(folder, folder.story, all)]);
      return files;
    }),
  );
}

function registeredIn({ path }: AlgorithmFolder): Registered[] {
  const registry = readFileSync(join(root, path, "registry.ts"), "utf8");
  return [...registry.matchAll(/^export \{ (\w+) \} from "(.+)";$/gm)].map(([, name, code]) => {
    const folder = dirname(code);
    const texts = readdirSync(join(root, path, folder))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => {
        const from = folder === "." ? `./${file}` : `${folder}/${file}`;
        return { from, text: readFileSync(join(root, path, folder, file), "utf8") };
      });
    const card = texts.find(({ text }) => text.includes(`export const ${name}Card:`));
    const [, id] =
      new RegExp(`export const ${name}Card: \\w+ = \\{\\s+id: "([^"]+)"`).exec(card?.text ?? "") ?? [];
    if (card === undefined || id === undefined)
      throw new Error(`${path}/${code} needs "export const ${name}Card", a card that begins with its id.`);
    const story = texts.find(({ text }) => text.includes(`export const ${name}Story`));
    return { name, id, code, card: card.from, story: story?.from ?? null };
  });
}

const WRITTEN = "`npm run docs` writes this file from `registry.ts`.";
/** Returns an id as a key of an object literal. */
const keyOf = (id: string) => (/^[a-z]\w*$/.test(id) ? id : `"${id}"`);

function cardsText({ many }: AlgorithmFolder, all: readonly Registered[]): string {
  const lines = all.map(({ name, card }) => `export { ${name}Card } from "${card}";\n`);
  return `/** The cards (declarations without code) of all ${many}. ${WRITTEN} */\n\n${lines.join("")}`;
}

function onDemandText(folder: AlgorithmFolder, all: readonly Registered[]): string {
  const { one, many, list, type, module, atOnce } = folder;
  const first = all.filter(({ id }) => atOnce.includes(id));
  const imports = [
    ...first.map(({ name, code }) => `import { ${name} } from "${code}";\n`),
    `import type { ${type} } from "${module}";\n`,
  ].sort(byModule);
  const names = first.map(({ name }) => name).join(", ");
  const loaders = all
    .filter((other) => !first.includes(other))
    .map(({ id, code, name }) => `  ${keyOf(id)}: async () => (await import("${code}")).${name},\n`);
  return `/** Loads the code of ${one} when a scenario needs it. ${WRITTEN} */
${imports.join("")}
/** The ${many} whose code is part of the program from the start. */
export const ${list}_AT_ONCE: readonly ${type}[] = [${names}];

/** Functions that load the code of the other ${many}, by id. */
export const ${list}_ON_DEMAND: Readonly<Record<string, () => Promise<${type}>>> = {
${loaders.join("")}};
`;
}

function storiesText({ many, module }: AlgorithmFolder, type: string, all: readonly Registered[]): string {
  const told = all.flatMap(({ name, id, story }) => (story === null ? [] : [{ name, id, story }]));
  const imports = [...new Set(told.map(({ story }) => story))].map((from) => {
    const names = told
      .filter(({ story }) => story === from)
      .map(({ name }) => `${name}Story`)
      .sort();
    return `import { ${names.join(", ")} } from "${from}";\n`;
  });
  imports.push(`import type { ${type} } from "${module}";\n`);
  const lines = told.map(({ id, name }) => `  ${keyOf(id)}: ${name}Story,\n`);
  return `/** Explanations of the ${many}, by id. Only replays load them. ${WRITTEN} */
${imports.sort(byModule).join("")}
export const STORIES: Readonly<Record<string, ${type}>> = {
${lines.join("")}};
`;
}

/** Orders imports by the name of their module, as the linter does. */
function byModule(a: string, b: string): number {
  const moduleOf = (line: string) => /from "(.+)"/.exec(line)?.[1] ?? "";
  return moduleOf(a) < moduleOf(b) ? -1 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of registryLists()) writeFileSync(join(root, path), text);
