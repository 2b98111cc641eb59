/** What stands within a lesson's texts: links and readings between braces, each known before a student meets it. */
import { declaredParams, type Scenario, scenarioFromUrl } from "../engine/index.ts";
import type { DocumentProblem, Token } from "./document.ts";
import { readLink } from "./links.ts";
import { bracesIn, readReading } from "./readings.ts";

interface KnownPieces {
  readonly pieces: readonly string[];
}

interface Texts {
  readonly tokens: readonly Token[];
  readonly at: readonly number[];
}

export function checkTexts(
  { tokens, at }: Texts,
  scenario: Scenario,
  known: KnownPieces,
  problems: DocumentProblem[],
): void {
  tokens.forEach((token, i) => {
    const lineOf = (part: string) =>
      at[i] + newlines(token.raw.slice(0, Math.max(0, token.raw.indexOf(part))));
    const note = (part: string, message: string) => problems.push({ line: lineOf(part), message });
    for (const inside of textsWithin(token).flatMap(bracesIn)) {
      const problem = braceProblem(inside, scenario);
      if (problem !== null) note(`{${inside}}`, problem);
    }
    for (const href of linksWithin(token)) {
      const problem = linkProblem(href, scenario, known);
      if (problem !== null) note(href, problem);
    }
  });
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}

/** Tokens hold others under several names. */
function within(token: Token): Token[] {
  const inner = token as { tokens?: Token[]; items?: Token[]; header?: Cell[]; rows?: Cell[][] };
  const cells = [...(inner.header ?? []), ...(inner.rows ?? []).flat()].flatMap((cell) => cell.tokens);
  return [...(inner.tokens ?? []), ...(inner.items ?? []), ...cells];
}

interface Cell {
  readonly tokens: Token[];
}

function textsWithin(token: Token): string[] {
  const inner = within(token);
  if (inner.length > 0) return inner.flatMap(textsWithin);
  return token.type === "text" ? [(token as { text: string }).text] : [];
}

function linksWithin(token: Token): string[] {
  const own = token.type === "link" ? [(token as { href: string }).href] : [];
  return [...own, ...within(token).flatMap(linksWithin)];
}

function braceProblem(inside: string, scenario: Scenario): string | null {
  try {
    readReading(inside, scenario);
    return null;
  } catch (error) {
    return `In {${inside}}: ${(error as Error).message}.`;
  }
}

function linkProblem(href: string, scenario: Scenario, known: KnownPieces): string | null {
  const link = readLink(href);
  switch (link.to) {
    case "nowhere":
      return `${link.problem[0].toUpperCase()}${link.problem.slice(1)}.`;
    case "piece":
      return pieceProblem(link.piece, scenario, known);
    case "bench": {
      const [first] = scenarioFromUrl(link.fragment).problems;
      return first === undefined ? null : `In the link: ${first.message}`;
    }
    case "outside":
      return null;
  }
}

/** A piece of the page, or a parameter that has a control in this run. */
export function pieceProblem(piece: string, scenario: Scenario, { pieces }: KnownPieces): string | null {
  if (pieces.includes(piece) || parameters(scenario).includes(piece)) return null;
  return `There is no piece "${piece}" on the page. Pieces are ${pieces.join(", ")}, and the names of parameters, like beta-ecn.`;
}

function parameters(scenario: Scenario): string[] {
  const places = [
    { scope: "run" },
    { scope: "path" },
    { scope: "queue" },
    { scope: "tcp" },
    ...scenario.flows.map((_, flow) => ({ scope: "flow" as const, flow })),
  ] as const;
  return ["aqm", "cc", ...places.flatMap((place) => declaredParams(scenario, place).map(({ id }) => id))];
}
