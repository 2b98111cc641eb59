/** Finds, in a program of the page, text that is put together from words and a value. */
import { parseSync } from "vite";

export interface Found {
  readonly line: number;
  /** The text, with "{}" for what is not known before the page runs. */
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Of what carries no words for people: names for the browser, looks, shapes, and errors for programmers. */
const UNSEEN_ATTRIBUTES =
  /^(?:className|id|key|href|src|htmlFor|style|d|points|transform|viewBox|name|type|role|rel|fill|stroke|clipPath|mask|data-.*|aria-(?:labelledby|describedby|controls|owns|activedescendant|details))$/;

/** Elements that stand inside a line of text. */
const INLINE =
  /^(?:a|abbr|b|cite|code|em|i|kbd|mark|output|q|s|small|span|strong|sub|sup|time|var|Fragment)$/;

/** Letters that are no word of a language. */
const UNITS = /^(?:s|ms|µs|ns|min|h|B|kB|MB|GB|KiB|MiB|bit|bps|kbps|Mbps|Gbps|px|em|rem|deg|dB|Hz)$/u;

/** What stands at a word in a sentence. */
const AROUND = /^[“”‘’"'([{}…,;:·–—×✓✗↑↓→+≤≥]+|[“”‘’"')\]{}….,;:!?·–—×→%]+$/gu;
const LETTERS = /^\p{L}[\p{L}’']*(?:-\p{L}+)*$/u;

const HOLE = "{}";

/** Whether words stand beside a value that is not known yet: "{} of {} runs", not "plot-{}", "{} ms", "lesson.{}", "npm run {}". */
export function isSentence(text: string): boolean {
  if (!text.includes(HOLE) || !/\s/.test(text) || /--|^npm run /.test(text)) return false;
  const words = text.split(/\s+/u).map((word) => word.replace(AROUND, ""));
  return words.some((word) => LETTERS.test(word) && (word.length > 1 || word === "a") && !UNITS.test(word));
}

export function sentencesIn(path: string, source: string): Found[] {
  const { program, errors } = parseSync(path, source, {
    lang: path.endsWith("x") ? "tsx" : "ts",
    preserveParens: false,
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const found: Found[] = [];
  const note = (node: Node, text: string) => {
    const plain = text.replace(/\s+/g, " ").trim();
    if (isSentence(plain)) found.push({ line: source.slice(0, node.start).split("\n").length, text: plain });
  };
  visit(program as unknown as Node, note);
  return found;
}

type Note = (node: Node, text: string) => void;

function visit(node: Node, note: Note): void {
  if (isUnseen(node)) return;
  if (node.type === "TemplateLiteral" || isSum(node)) note(node, textOf(node));
  else if (isElement(node)) noteElement(node, note);
  else if (node.type === "CallExpression") note(node, joinedBy(node));
  if (isSum(node)) {
    // Its parts are told with it; what stands within them is looked at all the same.
    for (const leaf of leavesOf(node))
      for (const child of leaf.type === "TemplateLiteral" ? childrenOf(leaf) : [leaf]) visit(child, note);
    return;
  }
  for (const child of childrenOf(node)) visit(child, note);
}

function isUnseen(node: Node): boolean {
  if (node.type === "JSXAttribute") return UNSEEN_ATTRIBUTES.test(nameOf(node.name as Node));
  if (node.type === "ThrowStatement" || isLookUp(node)) return true;
  return /^TS(?!As|Satisfies|NonNull|Instantiation)/.test(node.type);
}

/** By a key or a selector. */
function isLookUp({ type, callee }: Node): boolean {
  if (type !== "CallExpression") return false;
  const { property } = callee as { property?: Node };
  return property !== undefined && /^(?:get|has|querySelector|querySelectorAll)$/.test(nameOf(property));
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function isSum({ type, operator }: Node): boolean {
  return type === "BinaryExpression" && operator === "+";
}

function leavesOf(node: Node): Node[] {
  return isSum(node) ? [...leavesOf(node.left as Node), ...leavesOf(node.right as Node)] : [node];
}

/** Of a constant the constant, of a template or a sum its words with holes, of all else a hole. */
function textOf(node: Node): string {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : HOLE;
  if (node.type === "TemplateLiteral") {
    const pieces = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    const held = (node.expressions as Node[]).map((one) =>
      one.type === "Literal" ? String(one.value) : HOLE,
    );
    return pieces.map((piece, i) => piece + (held[i] ?? "")).join("");
  }
  return isSum(node) ? leavesOf(node).map(textOf).join("") : HOLE;
}

/** What `join` puts together: the parts of a list, where they stand there, and what stands between them. */
function joinedBy({ callee, arguments: given }: Node): string {
  const { property, object } = callee as { property?: Node; object?: Node };
  if (property === undefined || object === undefined || nameOf(property) !== "join") return "";
  const [between] = (given as Node[]).map(textOf);
  const parts = object.type === "ArrayExpression" ? (object.elements as Node[]).map(textOf) : [HOLE, HOLE];
  return parts.join(between ?? ",");
}

const isElement = ({ type }: Node) => type === "JSXElement" || type === "JSXFragment";

function noteElement(node: Node, note: Note): void {
  const children = node.children as Node[];
  const direct = children.filter(hasText);
  // One template alone is found by itself.
  if (direct.length === 0 || (children.length === 1 && children[0].type !== "JSXText")) return;
  note(node, children.map(shownBy).join(""));
}

/** Whether a child is text itself, not within an element. */
function hasText(child: Node): boolean {
  return child.type !== "JSXElement" && shownBy(child).trim() !== "";
}

/** Components that draw the text that they are given. */
const DRAWN_TEXT = /^(?:SymbolText|SymbolSpans|GlossaryText|TermWord)$/;

function shownBy(child: Node): string {
  switch (child.type) {
    case "JSXText":
      return child.value as string;
    case "JSXExpressionContainer": {
      const expression = child.expression as Node;
      return drawsElements(expression) ? "" : textOf(expression);
    }
    case "JSXFragment":
      return shownIn(child);
    case "JSXElement": {
      const name = nameOf((child.openingElement as Node).name as Node);
      if (DRAWN_TEXT.test(name)) return HOLE;
      return INLINE.test(name) ? shownIn(child) : " ";
    }
    default:
      return "";
  }
}

function shownIn({ children }: Node): string {
  return (children as Node[]).map(shownBy).join("");
}

/** Elements, nothing, or what a component was given to hold. */
function drawsElements(node: Node): boolean {
  switch (node.type) {
    case "JSXEmptyExpression":
    case "JSXElement":
    case "JSXFragment":
      return true;
    case "Literal":
      return node.value === null;
    case "LogicalExpression":
      return drawsElements(node.right as Node);
    case "ConditionalExpression":
      return drawsElements(node.consequent as Node) && drawsElements(node.alternate as Node);
    case "CallExpression": {
      const last = (node.arguments as Node[]).at(-1);
      return last?.type === "ArrowFunctionExpression" && drawsElements(last.body as Node);
    }
    case "Identifier":
      return node.name === "children";
    default:
      return false;
  }
}

function nameOf(node: Node): string {
  if (node.type === "JSXNamespacedName")
    return `${nameOf(node.namespace as Node)}:${nameOf(node.name as Node)}`;
  return String(node.name ?? "");
}
