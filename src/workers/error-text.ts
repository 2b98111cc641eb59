/** An error as a sentence or two for people. */
export function errorText(doing: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${doing}: ${reason === "" ? "no reason was given" : reason}`;
}

export const STOPPED = "The simulation stopped because of an error";
