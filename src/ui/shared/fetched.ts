/** What a person has asked for and what comes by the network, or a sentence on why it does not. */

import { notLoaded } from "./page-words.ts";
import { WHY_MISSING, whyMissing } from "./why-missing.ts";

/** `what`: begins the sentence, "The lesson". */
export async function fetched<T>(what: string, coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (cause) {
    throw new Error(notLoaded(what, WHY_MISSING[await whyMissing()]), { cause });
  }
}
