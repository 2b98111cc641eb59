/**
 * Finds loose texts. A browser that translates a page replaces text nodes. If React later changes a text beside other
 * content, the change has no effect, and inserting or removing something before such a text fails. A text that is the
 * whole content of its element is replaced together with the element. So no text that can change, and no text after
 * content that appears and disappears, may be loose beside other content.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

interface TreeNode {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/**
 * The results that a child of an element can have: always one element; elements or nothing, which can change; a text.
 */
type Kind = "element" | "elements" | "text";

const ui = resolve(import.meta.dirname, "../../src/ui");

const sources = readdirSync(ui, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx"))
  .map((path) => sourceOf(path, readFileSync(join(ui, path), "utf8")));

interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: TreeNode;
}

function sourceOf(path: string, text: string): Source {
  return { path, text, program: parseSync(path, text, { lang: "tsx" }).program as unknown as TreeNode };
}

const isNode = (value: unknown): value is TreeNode =>
  typeof value === "object" && value !== null && typeof (value as TreeNode).type === "string";

function* below(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield* below(each);
}

const nodeOf = (node: TreeNode, key: string) => node[key] as TreeNode;
const nodesOf = (node: TreeNode, key: string) => node[key] as readonly TreeNode[];
const nameOf = (node: TreeNode) => (isNode(node) && typeof node.name === "string" ? node.name : "");

const isFunction = ({ type }: TreeNode) => /^(?:Arrow)?Function(?:Expression|Declaration)?/.test(type);

/** Yields what a function itself returns, ignoring nested functions. */
function* returnedBy(node: TreeNode): Generator<TreeNode> {
  if (node.type === "ReturnStatement" && isNode(node.argument)) yield node.argument;
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value])
      if (isNode(each) && !isFunction(each)) yield* returnedBy(each);
}

const saysReactNode = (node: TreeNode) =>
  [...below(node)].some(
    ({ type, typeName }) =>
      type === "TSTypeReference" && isNode(typeName) && nameOf(typeName) === "ReactNode",
  );

/** Methods that are declared to draw, in any file. */
const DRAWING_METHODS = new Set(
  sources.flatMap(({ program }) =>
    [...below(program)]
      .filter(
        ({ type, returnType, typeAnnotation }) =>
          (type === "TSMethodSignature" && isNode(returnType) && saysReactNode(returnType)) ||
          (type === "TSPropertySignature" &&
            isNode(typeAnnotation) &&
            nodeOf(typeAnnotation, "typeAnnotation").type === "TSFunctionType" &&
            saysReactNode(typeAnnotation)),
      )
      .map((node) => nameOf(nodeOf(node, "key"))),
  ),
);

/**
 * Names of a program with their kinds: what functions return, what constants contain, and what properties are
 * declared to be.
 */
class Names {
  readonly #made = new Map<string, TreeNode[]>();
  readonly #drawn = new Set<string>();

  constructor(program: TreeNode) {
    for (const node of below(program)) {
      if (node.type === "FunctionDeclaration") this.#add(nameOf(nodeOf(node, "id")), node);
      if (node.type === "VariableDeclarator" && isNode(node.init))
        this.#add(nameOf(nodeOf(node, "id")), node.init);
      if (node.type === "TSPropertySignature" && saysReactNode(node))
        this.#drawn.add(nameOf(nodeOf(node, "key")));
    }
  }

  #add(name: string, node: TreeNode): void {
    this.#made.set(name, [...(this.#made.get(name) ?? []), node]);
  }

  /** Returns the kind of a name, or the kind of what a function with this name returns. */
  #kindOf(name: string, isCalled: boolean): Kind {
    if (isCalled ? DRAWING_METHODS.has(name) : this.#drawn.has(name)) return "elements";
    const made = this.#made.get(name)?.filter((node) => isFunction(node) === isCalled) ?? [];
    if (made.length === 0) return "text";
    // A recursive function draws what its other branches draw, so its own calls are ignored.
    this.#drawn.add(name);
    const kinds = made.map((node) => this.kind(node));
    this.#drawn.delete(name);
    return kinds.includes("text") ? "text" : "elements";
  }

  kind(node: TreeNode): Kind {
    switch (node.type) {
      case "JSXExpressionContainer":
      case "ParenthesizedExpression":
      case "ChainExpression":
      case "TSAsExpression":
        return this.kind(nodeOf(node, "expression"));
      case "JSXElement":
        return "element";
      case "JSXFragment":
      case "JSXEmptyExpression":
        return "elements";
      case "Literal":
        return node.value === null || typeof node.value === "boolean" ? "elements" : "text";
      case "Identifier":
        return nameOf(node) === "undefined" ? "elements" : this.#kindOf(nameOf(node), false);
      case "MemberExpression":
        return this.#kindOf(nameOf(nodeOf(node, node.computed ? "object" : "property")), false);
      case "LogicalExpression":
        return this.#either(
          node.operator === "&&" ? [nodeOf(node, "right")] : [nodeOf(node, "left"), nodeOf(node, "right")],
        );
      case "ConditionalExpression":
        return this.#either([nodeOf(node, "consequent"), nodeOf(node, "alternate")]);
      case "ArrowFunctionExpression":
      case "FunctionExpression":
      case "FunctionDeclaration":
        return this.#returned(node);
      case "ArrayExpression":
        return this.#either(nodesOf(node, "elements"));
      case "CallExpression":
        return this.#called(node);
      default:
        return "text";
    }
  }

  #either(nodes: readonly TreeNode[]): Kind {
    return nodes.some((node) => this.kind(node) === "text") ? "text" : "elements";
  }

  #returned(node: TreeNode): Kind {
    const body = nodeOf(node, "body");
    return this.#either(body.type === "BlockStatement" ? [...returnedBy(body)] : [body]);
  }

  /** Returns the kind of a list that is mapped, or of what a function of this file draws. */
  #called(node: TreeNode): Kind {
    const callee = nodeOf(node, "callee");
    const name = nameOf(callee.type === "MemberExpression" ? nodeOf(callee, "property") : callee);
    if (!["map", "flatMap", "useMemo", "memo", "createPortal"].includes(name))
      return this.#kindOf(name, true);
    const [first] = nodesOf(node, "arguments");
    return first === undefined ? "text" : this.kind(first);
  }
}

/** Line breaks between elements are not text. */
const isBlank = ({ type, value }: TreeNode) =>
  type === "JSXText" && /^\s*$/.test(String(value)) && String(value).includes("\n");

function isLiteral(child: TreeNode): boolean {
  if (child.type === "JSXText") return true;
  const inside = child.type === "JSXExpressionContainer" ? nodeOf(child, "expression") : child;
  return inside.type === "Literal" && typeof inside.value === "string";
}

const isHost = (element: TreeNode) =>
  element.type === "JSXElement" && /^[a-z]/.test(nameOf(nodeOf(nodeOf(element, "openingElement"), "name")));

/** Returns whether an element's own attribute excludes it from translation. */
function isKept(element: TreeNode): boolean {
  if (!isHost(element)) return false;
  return nodesOf(nodeOf(element, "openingElement"), "attributes").some(({ name, value }) => {
    if (!isNode(name) || !isNode(value)) return false;
    if (nameOf(name) === "translate") return value.value === "no";
    return nameOf(name) === "className" && / ?notranslate\b/.test(String(value.value));
  });
}

const isCode = (element: TreeNode) =>
  isHost(element) &&
  /^(?:code|kbd|pre|samp)$/.test(nameOf(nodeOf(nodeOf(element, "openingElement"), "name")));

/**
 * Returns the loose texts in an element. `comesAndGoes` is true if the element appears and disappears, which also
 * affects the texts of a fragment.
 */
function looseIn(element: TreeNode, names: Names, comesAndGoes: boolean): TreeNode[] {
  const children = nodesOf(element, "children").filter((child) => !isBlank(child));
  const isFragment = element.type === "JSXFragment";
  if (children.length < 2 && !isFragment) return [];
  return children.filter((child, i) => {
    if (!isLiteral(child)) return names.kind(child) === "text";
    const before = children[i - 1];
    const isBehind = before !== undefined && !isLiteral(before) && names.kind(before) === "elements";
    return isBehind || (isFragment && comesAndGoes);
  });
}

/** Returns the texts that a component returns. They are loose wherever the component is used. */
function returnedTexts(component: TreeNode, names: Names): TreeNode[] {
  if (component.type !== "FunctionDeclaration" || !/^[A-Z]/.test(nameOf(nodeOf(component, "id")))) return [];
  return [...returnedBy(nodeOf(component, "body"))].filter((node) => names.kind(node) === "text");
}

/** Returns the faults of a source, with file and line. */
function faultsOf({ path, text, program }: Source): string[] {
  const names = new Names(program);
  const found: string[] = [];
  const tell = ({ start }: TreeNode, fault: string) => {
    const line = text.slice(0, start).split("\n").length;
    found.push(`${path}:${line} ${fault}: ${text.slice(start).trim().split("\n")[0]}`);
  };
  const look = (node: TreeNode, comesAndGoes: boolean) => {
    if (isKept(node)) return;
    if (isCode(node)) tell(node, 'without translate="no"');
    if (node.type === "JSXElement" || node.type === "JSXFragment")
      for (const child of looseIn(node, names, comesAndGoes)) tell(child, "loose text");
    for (const returned of returnedTexts(node, names)) tell(returned, "loose text");
    const isChoice = node.type === "ConditionalExpression" || node.type === "LogicalExpression";
    const passesOn = isChoice || (comesAndGoes && node.type === "ParenthesizedExpression");
    for (const value of Object.values(node))
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) look(each, passesOn);
  };
  look(program, false);
  return found;
}

test("no text that can change is loose beside others, and code is not translated", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(faultsOf)).toEqual([]);
});

test.each([
  ["<p>{a} of {b}</p>", 2],
  ["<p>{words(a, b)}</p>", 0],
  ["<p>of <b>{b}</b> all</p>", 0],
  ["<p>{isOn && <b>on</b>} all</p>", 1],
  ["<p>all {isOn && <b>on</b>}</p>", 0],
  ["<p>all {isOn && 'on'}</p>", 1],
  ["<Button><Icon />{isOn ? 'on' : label}</Button>", 1],
  ["<Button><Icon /><span>{label}</span></Button>", 0],
  ["<>{label}</>", 1],
  ["<p translate='no'>{a} of {b}</p>", 0],
  ["<svg className='plot notranslate'><text>{a} of {b}</text></svg>", 0],
  ["<p>in <code>cwnd</code></p>", 1],
  ["function Two() { return words(a); }", 1],
  ["<ul>{list.map((one) => <li>{one}</li>)}<li>more</li></ul>", 0],
])("%s has %i faults", (jsx, count) => {
  expect(faultsOf(sourceOf("One.tsx", jsx.startsWith("<") ? `const one = ${jsx};` : jsx))).toHaveLength(
    count,
  );
});
