/** Tests of the architecture: which modules may import which, and what the engine must not use. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { FEATURES } from "../src/ui/app/features.ts";

const root = resolve(import.meta.dirname, "..");

interface SourceFile {
  /** Path from the repository's root, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function filesIn(folder: string): SourceFile[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readSource(join(root, folder, name)));
}

function readSource(file: string): SourceFile {
  const text = readFileSync(file, "utf8");
  const path = relative(root, file).split(sep).join("/");
  const statement =
    /^(?:import|export)\b[^;"]*?\bfrom\s*"([^"]+)"|^import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;
  const specifiers = [...text.matchAll(statement)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic);
  return { path, text, imports: specifiers.map((one) => resolveImport(path, one)) };
}

/** Returns a path from the root for a file of the project, and the bare name for a package. */
function resolveImport(from: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.normalize(posix.join(dirname(from), specifier)) : specifier;
}

/** Folders of the engine that have a registry. */
const REGISTRIES = ["aqm", "cc", "traffic", "topologies"];

const source = filesIn("src");
const engine = source.filter((file) => file.path.startsWith("src/engine/"));
const isOurs = (path: string) =>
  path.startsWith("src/") || path.startsWith("tests/") || path.startsWith("scripts/");
const floorOf = (path: string) => path.split("/")[1];

/** Returns all violations as "file: violation", so that a failing test names them. */
function breaches(files: readonly SourceFile[], find: (file: SourceFile) => readonly string[]): string[] {
  return files.flatMap((file) => find(file).map((what) => `${file.path}: ${what}`));
}

describe("layers", () => {
  const MAY_REACH: Record<string, readonly string[]> = {
    ui: ["ui", "workers", "teaching", "experiments", "measured", "engine", "lib"],
    cli: ["cli", "workers", "teaching", "experiments", "measured", "engine", "lib"],
    offline: ["offline"],
    library: ["library", "workers", "teaching", "experiments", "engine", "lib"],
    teaching: ["teaching", "experiments", "engine", "lib"],
    workers: ["workers", "engine", "lib"],
    experiments: ["experiments", "measured", "engine", "lib"],
    measured: ["measured", "engine", "lib"],
    engine: ["engine", "lib"],
    lib: ["lib"],
  };

  test("every file of src belongs to a known layer", () => {
    expect(
      source.filter((file) => MAY_REACH[floorOf(file.path)] === undefined).map((file) => file.path),
    ).toEqual([]);
  });

  test("imports go down only, and never out of src", () => {
    const upwards = (file: SourceFile) =>
      file.imports
        .filter(isOurs)
        .filter((to) => !to.startsWith("src/") || !MAY_REACH[floorOf(file.path)]?.includes(floorOf(to)));
    expect(breaches(source, upwards)).toEqual([]);
  });

  test("the engine is imported only through its entry points", () => {
    const above = source.filter((file) => floorOf(file.path) !== "engine");
    const roundTheDoors = (file: SourceFile) =>
      file.imports.filter((to) => to.startsWith("src/engine/") && !doorsOf(file.path).includes(to));
    expect(breaches(above, roundTheDoors)).toEqual([]);
  });

  /**
   * The page's main program only describes runs and does not need the simulator. If it imported the simulator, its
   * bytes would load twice.
   */
  function doorsOf(path: string): readonly string[] {
    const doors = ["src/engine/index.ts"];
    if (path.startsWith("src/library/"))
      doors.push("src/engine/library.ts", "src/engine/added-programs.ts", "src/engine/custom-programs.ts");
    if (/^src\/(?:cli\/|workers\/node-)/.test(path)) doors.push("src/engine/simulator.ts");
    if (path === "src/workers/sim.worker.ts") doors.push("src/engine/simulator-on-demand.ts");
    if (
      /^src\/(?:cli\/|teaching\/(?:document\/file-programs|league\/entrants)\.ts|workers\/interpreter\.ts|ui\/(?:features\/custom-code\/|app\/DroppedFile\.tsx))/.test(
        path,
      )
    )
      doors.push("src/engine/custom-programs.ts");
    if (/^src\/(?:cli\/(?:deviations-page|docs|reference-pages)\.ts|ui\/features\/help\/)/.test(path))
      doors.push("src/engine/deviations.ts");
    if (/^src\/(?:workers|cli)\//.test(path)) doors.push("src/engine/replays.ts");
    if (/^src\/cli\/|\/(?:RecordedCapacity|DroppedFile)\.tsx$/.test(path))
      doors.push("src/engine/recordings.ts");
    // Code that reads numbers and words of files is not needed until a file is read.
    if (/^src\/(?:measured\/|experiments\/run-tables\.ts)/.test(path))
      doors.push("src/engine/capture/file-formats.ts");
    return doors;
  }

  test("the entry point for descriptions of runs loads nothing that simulates them", () => {
    const RUNS =
      /^src\/engine\/(?:(?:simulation|network|flow)|(?:net\/port|tcp\/(?:sender|receiver)|trace\/recorder))\.ts$/;
    const reached = reachedFrom("src/engine/index.ts").filter((path) => RUNS.test(path));
    expect(reached).toEqual([]);
  });

  /** Returns the engine files that load when this file is imported. Type-only imports do not count. */
  function reachedFrom(door: string): string[] {
    const reached = new Set([door]);
    for (const path of reached) {
      const { text } = readSource(join(root, path));
      for (const [, from] of text.matchAll(/^(?:import|export) (?!type\b)[^;"]*?\bfrom "([^"]+)"/gm))
        reached.add(resolveImport(path, from));
    }
    return [...reached];
  }

  /** A sender and its parts are one thing in five files: each part reads the whole sender. */
  const SENDER = /^src\/engine\/tcp\/(?:sender|loss-recovery|loss-probe|reordering-window|undo)\.ts$/;

  test("no file imports itself through others, types included", () => {
    const importsOf = new Map(
      source.map(({ path, text }) => [
        path,
        [...text.matchAll(/^(?:import|export)\b[^;"]*?\bfrom\s*"([^"]+)"/gm)].map(([, from]) =>
          resolveImport(path, from),
        ),
      ]),
    );
    expect(circlesIn(importsOf).filter((files) => !files.every((path) => SENDER.test(path)))).toEqual([]);
    expect(
      circlesIn(
        new Map([
          ["a", ["b"]],
          ["b", ["c"]],
          ["c", ["b"]],
        ]),
      ),
    ).toEqual([["b", "c"]]);
  });

  /** Returns groups of files that reach each other. */
  function circlesIn(importsOf: ReadonlyMap<string, readonly string[]>): string[][] {
    const reachable = (from: string) => {
      const reached = new Set(importsOf.get(from) ?? []);
      for (const path of reached) for (const next of importsOf.get(path) ?? []) reached.add(next);
      return reached;
    };
    const reached = new Map([...importsOf.keys()].map((path) => [path, reachable(path)]));
    const circles = new Map<string, string[]>();
    for (const [path, others] of reached) {
      if (!others.has(path)) continue;
      const circle = [...others].filter((other) => reached.get(other)?.has(path)).sort();
      circles.set(circle[0], circle);
    }
    return [...circles.values()];
  }

  test("a library is used in its own layer only", () => {
    const ALLOWED: Record<string, RegExp> = {
      // The page reads the project's version from package.json, and renders the accessibility statement.
      ui: /^((react|react-dom|d3-[a-z]+|uqr|valibot|@noble\/hashes|@codemirror\/[a-z-]+|@lezer\/highlight)(\/|$)|package\.json$|docs\/accessibility\.md\?raw$)/,
      workers:
        /^(comlink|valibot|quickjs-emscripten-core|@jitl\/quickjs-ng-wasmfile-release-sync(\/wasm\?url)?)$/,
      cli: /^(?:node:|(?:valibot|hyparquet-writer)$)/,
      offline: /^$/,
      library: /^$/,
      teaching: /^(fflate|marked|@noble\/hashes)(\/|$)/,
      experiments: /^$/,
      measured: /^$/,
      lib: /^fflate$/,
      engine: /^package\.json$/,
    };
    const foreign = (file: SourceFile) =>
      file.imports
        .filter((to) => !isOurs(to) && !ALLOWED[floorOf(file.path)].test(to))
        .filter((to) => !(to.startsWith("node:") && /^src\/workers\/node-/.test(file.path)));
    expect(breaches(source, foreign)).toEqual([]);
  });

  /**
   * Layers of the folders in `src/ui` and `src/teaching`. A folder may import from folders with a smaller number only.
   */
  const ROOMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    ui: { shared: 0, core: 1, plots: 2, parts: 3, bench: 4, features: 5, app: 6 },
    teaching: { document: 0, tables: 0, task: 1, answer: 2, roster: 3, check: 4, league: 4 },
  };

  test.each(Object.entries(ROOMS))(
    "folders of src/%s import only from lower folders and never in a circle",
    (floor, layers) => {
      const inside = source.filter(({ path }) => path.startsWith(`src/${floor}/`));
      const roomOf = (path: string) => path.split("/")[2];
      const upwards = (file: SourceFile) =>
        file.imports.filter((to) => {
          const [from, into] = [roomOf(file.path), roomOf(to)];
          return to.startsWith(`src/${floor}/`) && from !== into && !(layers[into] < layers[from]);
        });
      expect(breaches(inside, upwards)).toEqual([]);
    },
  );

  test("no feature of the page imports another", () => {
    const featureOf = (path: string) => /^src\/ui\/features\/([^/]+)/.exec(path)?.[1];
    const others = (file: SourceFile) =>
      file.imports.filter((to) => featureOf(to) !== undefined && featureOf(to) !== featureOf(file.path));
    expect(
      breaches(
        source.filter(({ path }) => featureOf(path) !== undefined),
        others,
      ),
    ).toEqual([]);
  });

  test("the page starts its workers behind the gate for programs, except for the check of hand-ins", () => {
    const WAYS: Readonly<Record<string, readonly string[]>> = {
      "new Worker(": ["src/workers/browser-worker.ts", "src/workers/node-worker.ts"],
      "linkWorker(": [
        ...["src/workers/browser-worker.ts", "src/workers/node-worker.ts"],
        "src/workers/supervised-worker.ts",
      ],
      startCheckingWorker: ["src/ui/shared/runs/run-batch.ts", "src/workers/browser-worker.ts"],
      checkingPool: ["src/ui/features/tasks/teacher/class-editor.ts", "src/ui/shared/runs/run-batch.ts"],
      "programGate.follow(": ["src/ui/app/page.tsx"],
    };
    for (const [way, allowed] of Object.entries(WAYS)) {
      const found = source.filter(({ text }) => text.includes(way)).map(({ path }) => path);
      expect(found.sort(), way).toEqual([...allowed].sort());
    }
  });

  test("only the list of features imports a feature, and only its record", () => {
    const outside = source.filter(
      ({ path }) => path.startsWith("src/ui/") && !path.startsWith("src/ui/features/"),
    );
    const known = (file: SourceFile) =>
      file.imports.filter(
        (to) =>
          to.startsWith("src/ui/features/") &&
          !(file.path === "src/ui/app/features.ts" && to.endsWith("/feature.ts")),
      );
    expect(breaches(outside, known)).toEqual([]);
  });

  test("the code of the page's core contains no feature's name", () => {
    /** Names that the core uses for something else. */
    const OTHER_USES: Readonly<Record<string, string>> = {
      class: "a keyword",
      embed: "the option of URLs for a page inside another page: such a page stores nothing",
      flows: "the flows of a scenario",
      help: "the help text of a parameter",
    };
    const ids = FEATURES.map(({ id }) => id);
    const named = (words: readonly string[]) => (file: SourceFile) => {
      const code = file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      return words.filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(code));
    };
    const core = source.filter(({ path }) => path.startsWith("src/ui/core/"));
    expect(breaches(core, named(ids.filter((id) => OTHER_USES[id] === undefined)))).toEqual([]);
    expect(Object.keys(OTHER_USES).filter((word) => !ids.includes(word))).toEqual([]);
    expect(
      Object.keys(OTHER_USES).filter((word) => core.every((file) => named([word])(file).length === 0)),
    ).toEqual([]);
  });

  test("the core of the page imports no feature and names nothing that a feature adds", () => {
    const named = FEATURES.flatMap(({ slice, link, guide, stored = [], reports = [] }) => [
      ...(slice === undefined ? [] : [slice.id, ...Object.keys(slice.initial)]),
      ...(link?.keys ?? []),
      ...(guide === undefined ? [] : [guide.kind, ...(guide.keys ?? []), ...(guide.onceKeys ?? [])]),
      ...stored,
      ...reports.map(({ name }) => name),
    ]);
    expect(named.length).toBeGreaterThan(20);
    const core = source.filter(({ path }) => path.startsWith("src/ui/core/"));
    const quoted = ({ text }: SourceFile) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      return named.filter((name) => code.includes(`"${name}"`));
    };
    const fields = ({ path, text }: SourceFile) =>
      path === "src/ui/core/store.ts" ? named.filter((name) => text.includes(`  readonly ${name}:`)) : [];
    const features = ({ imports }: SourceFile) => imports.filter((to) => to.startsWith("src/ui/features/"));
    expect(breaches(core, (file) => [...features(file), ...quoted(file), ...fields(file)])).toEqual([]);
  });

  test("only the registries know the concrete algorithms, kinds of traffic and topologies", () => {
    const outside = REGISTRIES.flatMap((kind) => {
      const folder = `src/engine/${kind}/`;
      const concrete = registryFiles(kind).map((name) => folder + name);
      const others = engine.filter(({ path }) => !path.startsWith(folder));
      return breaches(others, ({ imports }) => imports.filter((to) => concrete.includes(to)));
    });
    expect(outside).toEqual([]);
  });
});

describe("the engine", () => {
  const EXACT_MATH = [
    "abs",
    "ceil",
    "clz32",
    "floor",
    "fround",
    "imul",
    "max",
    "min",
    "round",
    "sign",
    "sqrt",
    "trunc",
  ];
  const MATH_CONSTANTS = ["PI", "E", "LN2", "LN10", "LOG2E", "LOG10E", "SQRT2", "SQRT1_2"];

  test("uses only functions of Math that are exact in every JS engine, except in core/math and theory", () => {
    // Custom programs run in an interpreter whose Math gives the same results everywhere.
    const free = (path: string) =>
      /^src\/engine\/(core\/math|theory\/|custom\/(templates|prelude))/.test(path);
    const inexact = (file: SourceFile) => {
      const code = withoutComments(file.text);
      const calls = [...code.matchAll(/\bMath\.(\w+)/g)].map((match) => match[1]);
      const bad = calls.filter((name) => !EXACT_MATH.includes(name) && !MATH_CONSTANTS.includes(name));
      return [...bad.map((name) => `Math.${name}`), ...(/[^*/]\*\*[^*/]/.test(code) ? ["**"] : [])];
    };
    expect(
      breaches(
        engine.filter((file) => !free(file.path)),
        inexact,
      ),
    ).toEqual([]);
  });

  test("uses no clock, no timer, no DOM and no Node", () => {
    const WORLD =
      /(?<![\w.#])(?:new\s+Date\b|Date\.|Date\(|(?:performance|process|window|document|globalThis|navigator|console)\.|(?:setTimeout|setInterval|queueMicrotask|requestAnimationFrame)\()/g;
    const touched = (file: SourceFile) => withoutComments(file.text).match(WORLD) ?? [];
    expect(breaches(engine, touched)).toEqual([]);
  });

  test("every entry of a registry has a test file with the mirrored path", () => {
    const missing = REGISTRIES.flatMap((kind) =>
      registryFiles(kind)
        .map((name) => `tests/engine/${kind}/${name.replace(/\.ts$/, ".test.ts")}`)
        .filter((path) => !existsSync(join(root, path))),
    );
    expect(missing).toEqual([]);
  });
});

describe("conventions", () => {
  const everything = [...source, ...filesIn("tests"), ...filesIn("scripts")];

  test("file names follow the conventions", () => {
    const good = (name: string) =>
      /^(?:[a-z0-9]+(?:-[a-z0-9]+)*(?:\.worker|\.test)?\.ts|[A-Z][A-Za-z0-9]*(?:\.test)?\.tsx|[a-z]+(?:-[a-z]+)*\.tsx)$/.test(
        name,
      );
    const badly = (file: SourceFile) => {
      const name = posix.basename(file.path);
      return good(name) && !/^(?:utils?|helpers?)\./.test(name) ? [] : ["name"];
    };
    expect(breaches(source, badly)).toEqual([]);
  });

  test("no default exports in src", () => {
    expect(breaches(source, (file) => file.text.match(/^export default\b|\bas default\b/gm) ?? [])).toEqual(
      [],
    );
  });

  test("there are no leftovers of unfinished work", () => {
    const words = new RegExp(
      `\\b(?:${["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"].join("|")})\\b`,
      "g",
    );
    expect(breaches(everything, (file) => file.text.match(words) ?? [])).toEqual([]);
  });

  test("no test is skipped and none runs alone", () => {
    const left = /\b(?:test|it|describe)\.(?:only|skip|todo|fails)\b/g;
    expect(breaches(filesIn("tests"), (file) => file.text.match(left) ?? [])).toEqual([]);
  });

  const LEAVING = "triesAll|firstOrAll|oneInOrAll|casesOfAll|isTried";

  test("a test file that omits cases in `npm test` is listed for the long runs", () => {
    const tests = filesIn("tests");
    const imported = new RegExp(`^import\\b[^;]*\\b(?:${LEAVING})\\b[^;]*/effort\\.ts"`, "m");
    const leaving = tests.filter(({ path, text }) => imported.test(text) && path !== "tests/effort.ts");
    const named = readSource(join(root, "scripts/test.ts")).text;
    const isMissing = ({ path }: SourceFile) => path.endsWith(".test.ts") && !named.includes(`"${path}"`);
    const concerned = [
      ...leaving,
      ...tests.filter(({ imports }) => leaving.some(({ path }) => imports.includes(path))),
    ];
    expect(leaving.length).toBeGreaterThan(10);
    expect(concerned.filter(isMissing).map(({ path }) => path)).toEqual([]);
    const unmarked = concerned.filter(
      ({ path, text }) => path.endsWith(".test.ts") && !/\bMANY\b/.test(text),
    );
    expect(unmarked.map(({ path }) => path)).toEqual([]);
    expect(breaches(leaving, ({ text }) => unmarkedTests(text).map((test) => test.split("\n")[0]))).toEqual(
      [],
    );
  });

  /**
   * Returns the first lines of tests that omit cases although neither they nor a block around them carries the mark
   * MANY.
   */
  function unmarkedTests(text: string): string[] {
    const uses = new RegExp(`\\b(?:${LEAVING})\\b`);
    const parts = text.replace(/^const [^;]*;$/gm, "").split(/^(?=\s*(?:test|it|describe)\b)/m);
    let isBlockMarked = false;
    return parts.filter((part) => {
      const isMarked = /\bMANY\b/.test(part);
      if (/^\s*describe\b/.test(part)) isBlockMarked = isMarked;
      return /^\s*(?:test|it)\b/.test(part) && uses.test(part) && !isMarked && !isBlockMarked;
    });
  }

  test("nothing silences the compiler or the linter", () => {
    const silencers = new RegExp(
      `@ts-(?:${"ignore"}|expect-error|nocheck)|biome-${"ignore"}|:\\s*any\\s*[,;)=>|&\\[\\]{}]|\\bas any\\b`,
      "g",
    );
    expect(breaches(everything, (file) => withoutStrings(file.text).match(silencers) ?? [])).toEqual([]);
  });
});

/** Returns the file names of a registry's entries. */
function registryFiles(kind: string): string[] {
  const { text } = readSource(join(root, "src/engine", kind, "registry.ts"));
  return [...text.matchAll(/^export \{[^}]+\} from "\.\/([^"]+)";$/gm)].map((match) => match[1]);
}

function withoutComments(text: string): string {
  return withoutStrings(text).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
}
