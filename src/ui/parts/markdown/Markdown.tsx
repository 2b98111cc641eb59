/**
 * Renders the Markdown of a lesson, a task or a talk as elements of the page. HTML in the file is shown as text and
 * never interpreted. Links change the bench, point at a piece of the page, or open other pages.
 */
import { createContext, Fragment, type ReactNode, use, useMemo } from "react";
import { fillBraces } from "../../../teaching/document/conditions.ts";
import { type PlainToken, type Token, type Tokens, tokensOf } from "../../../teaching/document/document.ts";
import { readLink } from "../../../teaching/document/links.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { GuideLink } from "./GuideLink.tsx";
import "./markdown.css";

/** A long line of code can be scrolled only by someone who can move the focus to it. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

interface MarkdownProps {
  readonly tokens: readonly Token[];
  /** Language of the file (BCP 47). */
  readonly lang: string;
  /** Returns the text for a measure in braces. Without it, braces are plain text. */
  readonly fill?: (inside: string) => string;
  /** True for the text of an option. Its terms are not buttons, so that a click anywhere on it chooses the option. */
  readonly isOption?: boolean;
}

const InOption = createContext(false);
const Filling = createContext<(inside: string) => string>((inside) => `{${inside}}`);

export function Markdown({ tokens, lang, fill, isOption = false }: MarkdownProps) {
  const text = (
    <div className="markdown" lang={lang}>
      <InOption value={isOption}>
        <Drawn tokens={tokens} />
      </InOption>
    </div>
  );
  return fill === undefined ? text : <Filling value={fill}>{text}</Filling>;
}

/** Renders a text that the user is editing. */
export function MarkdownText({ text, lang }: { readonly text: string; readonly lang: string }) {
  const tokens = useMemo(() => tokensOf(text), [text]);
  return <Markdown tokens={tokens} lang={lang} />;
}

/** Renders a text such that a number and its unit stay on one line. */
function Text({ text }: { readonly text: string }) {
  const fill = use(Filling);
  const words = fillBraces(unescaped(text), (inside) => fill(inside).replaceAll(" ", NO_BREAK));
  return use(InOption) ? <SymbolText text={words} /> : <GlossaryText text={words} />;
}

const NO_BREAK = "\u00a0";

function Drawn({ tokens }: { readonly tokens: readonly Token[] }) {
  return numbered(tokens).map(({ at, token }) => <Fragment key={at}>{drawn(token)}</Fragment>);
}

/** Numbers the tokens, which have no keys of their own, for use as keys in React. */
function numbered(tokens: readonly Token[]): { at: number; token: Token }[] {
  return tokens.map((token, at) => ({ at, token }));
}

type Drawing = (token: never) => ReactNode;

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  space: () => null,
  plain: ({ raw, fault }: PlainToken) => (
    <>
      <p className="control__note">{`This text is shown without formatting. ${fault}`}</p>
      <pre translate="no" className="markdown__plain" {...SCROLLED_BY_KEYS}>
        {raw}
      </pre>
    </>
  ),
  paragraph: ({ tokens }: Tokens.Paragraph) => <p>{inside(tokens)}</p>,
  heading: ({ tokens, depth }: Tokens.Heading) =>
    depth <= 3 ? <h3>{inside(tokens)}</h3> : <h4>{inside(tokens)}</h4>,
  blockquote: ({ tokens }: Tokens.Blockquote) => <blockquote>{inside(tokens)}</blockquote>,
  list: (token: Tokens.List) => <List token={token} />,
  code: ({ text }: Tokens.Code) => (
    <pre translate="no" {...SCROLLED_BY_KEYS}>
      {text}
    </pre>
  ),
  hr: () => <hr />,
  table: (token: Tokens.Table) => <Table token={token} />,
  text: ({ text, tokens }: Tokens.Text) => (tokens ? inside(tokens) : <Text text={text} />),
  escape: ({ text }: Tokens.Escape) => <span>{unescaped(text)}</span>,
  strong: ({ tokens }: Tokens.Strong) => <strong>{inside(tokens)}</strong>,
  em: ({ tokens }: Tokens.Em) => <em>{inside(tokens)}</em>,
  del: ({ tokens }: Tokens.Del) => <del>{inside(tokens)}</del>,
  codespan: ({ text }: Tokens.Codespan) => <code translate="no">{unescaped(text)}</code>,
  br: () => <br />,
  link: ({ href, text }: Tokens.Link) => <GuideLink link={readLink(href)} text={unescaped(text)} />,
};

function drawn(token: Token): ReactNode {
  const drawing = DRAWINGS[token.type] as ((token: Token) => ReactNode) | undefined;
  return drawing === undefined ? <span>{token.raw}</span> : drawing(token);
}

function inside(tokens: readonly Token[] | undefined): ReactNode {
  return <Drawn tokens={tokens ?? []} />;
}

function List({ token: { ordered, start, items } }: { readonly token: Tokens.List }) {
  const lines = numbered(items).map(({ at, token }) => (
    <li key={at}>{inside((token as Tokens.ListItem).tokens)}</li>
  ));
  return ordered ? <ol start={start === "" ? 1 : start}>{lines}</ol> : <ul>{lines}</ul>;
}

function Table({ token: { header, rows } }: { readonly token: Tokens.Table }) {
  const cells = (row: readonly Tokens.TableCell[], Cell: "td" | "th") =>
    row
      .map(({ tokens }, at) => ({ at, tokens }))
      .map(({ at, tokens }) => <Cell key={at}>{inside(tokens)}</Cell>);
  return (
    <div className="markdown__table">
      <table>
        <thead>
          <tr>{cells(header, "th")}</tr>
        </thead>
        <tbody>
          {rows
            .map((row, at) => ({ at, row }))
            .map(({ at, row }) => (
              <tr key={at}>{cells(row, "td")}</tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The Markdown parser escapes these five characters as in HTML. This restores them, because they are rendered as text. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => NAMED[name]);
}
