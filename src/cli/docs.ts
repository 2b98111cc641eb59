/**
 * `docs`: writes the generated pages and parts of pages in docs. Reference pages are not included; they are created when the site
 * is built.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  FIELDS,
  helpersOf,
  hooksOf,
  hookTypes,
  OBJECTS,
  objectType,
  type ProgramKind,
  typesText,
} from "../engine/custom-programs.ts";
import { LEFT_OUT } from "../engine/deviations.ts";
import { experiments } from "../experiments/experiments.ts";
import { type Command, EXIT } from "./command.ts";
import { deviationsPage } from "./deviations-page.ts";
import { storedHowRight, validationPage, validationPageFile } from "./how-right.ts";
import { projectRoot, storedOutcomes } from "./project.ts";
import { reproductionSummary } from "./reproduction-page.ts";
import { markdownTable } from "./text-tables.ts";

export const reproductionFile = resolve(projectRoot, "docs", "reproduction.md");

export const deviationsFile = resolve(projectRoot, "docs", "deviations.md");
export const modelFile = resolve(projectRoot, "docs", "model.md");
export const customCodeFile = resolve(projectRoot, "docs", "own-code.md");
/** Returns the path of the file with TypeScript declarations for a kind of program. Editors use it. */
export const typesFile = (kind: ProgramKind) => resolve(projectRoot, "docs", "examples", `${kind}.d.ts`);

/** File with the same types for programs that are JavaScript classes. */
const classTypesFile = resolve(projectRoot, "src", "engine", "custom", "program-types.ts");

export const docs: Command = {
  name: "docs",
  summary: "Write the generated pages and the generated parts of other pages in docs.",
  groups: [],
  run(_args, output) {
    writeFileSync(reproductionFile, reproductionSummary(experiments, storedOutcomes()));
    writeFileSync(
      validationPageFile,
      validationPage(readFileSync(validationPageFile, "utf8"), storedHowRight()),
    );
    writeFileSync(deviationsFile, deviationsPage(readFileSync(deviationsFile, "utf8")));
    writeFileSync(modelFile, modelPage(readFileSync(modelFile, "utf8")));
    writeFileSync(customCodeFile, customCodePage(readFileSync(customCodeFile, "utf8")));
    for (const kind of ["sender", "queue"] as const) writeFileSync(typesFile(kind), typesText(kind));
    writeFileSync(classTypesFile, classTypesText());
    output.out(
      "Written: docs/deviations.md, docs/model.md, docs/own-code.md with its types, docs/reproduction.md and docs/validation.md",
    );
    return EXIT.done;
  },
};

/** Returns docs/model.md with a new list of the effects that the simulator does not model, between two comments. */
export function modelPage(text: string): string {
  const list = LEFT_OUT.map((one) => `- ${one.text}\n`).join("");
  return text.replace(/(<!-- left out -->\n)[\s\S]*?(<!-- end of left out -->)/, `$1${list}$2`);
}

/** Returns docs/own-code.md with new declarations for senders and queues, each between two comments. */
export function customCodePage(text: string): string {
  return text.replace(
    /(<!-- contract: (sender|queue) -->\n)[\s\S]*?(<!-- end of contract -->)/g,
    (_, begin, kind, end) => `${begin}${contractTables(kind).join("\n")}\n${end}`,
  );
}

function contractTables(kind: ProgramKind): string[] {
  const code = (text: string) => `\`${text.replaceAll("|", "\\|")}\``;
  const fields = FIELDS.filter(({ owner }) => OBJECTS[kind].includes(owner));
  return [
    ...markdownTable(
      "hook | when it is called",
      hooksOf(kind).map(({ name, takes, help }) => [code(`${name}(${takes.join(", ")})`), help]),
    ),
    "",
    ...markdownTable(
      "field | what it is | can be set",
      fields.map(({ owner, name, help, set }) => [
        code(`${owner}.${name}`),
        help,
        set === undefined ? "" : `${set.least} to ${set.most}`,
      ]),
    ),
    "",
    ...markdownTable(
      "function | what it does",
      helpersOf(kind).map(({ name, signature, help }) => [code(`${name}${signature}`), help]),
    ),
  ];
}

/** Functions that program texts can use directly; in a class they are in Math. */
const IN_MATH = ["min", "max"];

/** Returns the TypeScript declarations for programs that are JavaScript classes. */
function classTypesText(): string {
  const kinds = ["sender", "queue"] as const;
  const parts = kinds.flatMap((kind) => {
    const title = kind === "sender" ? "Sender" : "Queue";
    const tools = helpersOf(kind)
      .filter(({ name }) => !IN_MATH.includes(name))
      .map(({ name, signature, help }) => `  /** ${help} */\n  ${name}${signature};\n`);
    const isOptional = (name: string) => name !== "onAck";
    return [
      ...OBJECTS[kind].map(
        (whichOne) => `/** Values of \`${whichOne}\` that hooks can read. */\nexport ${objectType(whichOne)}`,
      ),
      `/** The hooks of a ${kind}. */\nexport interface ${title}Hooks {\n${hookTypes(kind, isOptional)}}\n`,
      `/** Functions that the constructor of a ${kind}'s class receives. */\nexport interface ${title}Tools {\n  /** The declared parameters, by their names. */\n  readonly params: Readonly<Record<string, number>>;\n${tools.join("")}}\n`,
    ];
  });
  return [
    "/** Types for programs that are JavaScript classes. `npm run docs` writes this file. */\n",
    ...parts,
  ].join("\n");
}
