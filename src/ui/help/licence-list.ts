/** Whose programs are in the page, and under which licences: written by the build into a file beside it. */

export interface Licence {
  readonly name: string;
  readonly version: string;
  /** As packages name it: "MIT". */
  readonly licence: string;
  /** Its whole text. */
  readonly text: string;
}

export const LICENCE_FILE = "licences.json";
