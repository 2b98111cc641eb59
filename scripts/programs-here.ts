/** Finds programs on this machine. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Where programs of these names would be, those of the first name first. */
export function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path that a variable of the environment names, or null without one. One that leads nowhere is an error, not passed over. */
export function givenProgram(variable: string): string | null {
  const given = process.env[variable];
  if (!given) return null;
  if (!isProgram(given)) throw new Error(`${variable} is ${given}, and there is no program.`);
  return given;
}
