import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { readDocument } from "../../../../src/teaching/document/document.ts";
import { BenchContext } from "../../../../src/ui/core/use-store.ts";
import { Markdown } from "../../../../src/ui/parts/markdown/Markdown.tsx";
import { madeBench } from "../../core/made-runs.ts";

const bench = madeBench();

/** Returns the markup without the elements around the whole text. */
function drawn(text: string, isOption = false): string {
  const { document } = readDocument(`---\nlang: en\n---\n${text}`);
  const html = renderToStaticMarkup(
    <BenchContext value={bench}>
      <Markdown tokens={document?.opening ?? []} lang="pt-BR" isOption={isOption} />
    </BenchContext>,
  );
  return html.replace(/<\/?span(?: translate="no")?>/g, "");
}

it("draws paragraphs, lists, tables, emphasis and code, in the file's language", () => {
  const html = drawn(
    "One *a* **b** `c<d` x_y.\n\n- first\n- second\n\n3. third\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n",
  );
  expect(html).toContain('<div class="markdown" lang="pt-BR">');
  expect(html).toContain(
    '<p>One <em>a</em> <strong>b</strong> <code translate="no">c&lt;d</code> x<sub>y</sub>.</p>',
  );
  expect(html).toContain("<ul><li>first</li><li>second</li></ul>");
  expect(html).toContain('<ol start="3"><li>third</li></ol>');
  expect(html).toContain("<th>a</th><th>b</th>");
  expect(html).toContain("<td>1</td><td>2</td>");
  expect(html).toContain("<hr/>");
});

it("draws a block of code that can take the focus, so that keys scroll it", () => {
  expect(drawn("```\nnpm start\n```")).toContain('<pre translate="no" tabindex="0">npm start</pre>');
});

it("explains glossary terms in place, but not inside a link", () => {
  expect(drawn("The cwnd.")).toContain('class="term__word"');
  expect(drawn("[The cwnd](#point=cwnd)")).toContain('<button type="button" class="point">The cwnd</button>');
});

it("draws no buttons in an option, because a click on a word of it must choose it", () => {
  expect(drawn("The cwnd, and a timer.", true)).toContain("<p>The cwnd, and a timer.</p>");
});

it("never reads a text as HTML", () => {
  const html = drawn(
    '<img src=x onerror="alert(1)"> and <script>alert(1)</script>\n\n<div onclick="x()">block</div>\n\n![picture](https://example.org/x.png) &amp; &lt;b&gt; \\<i>',
  );
  expect(html).not.toMatch(/<(?:img|script|div onclick|b>|i>)/);
  expect(html).toContain("&lt;script&gt;");
  expect(html).toContain("![picture]");
});

it("writes out characters that turn the direction of writing, and keeps the joiners of other scripts", () => {
  expect(drawn("a\u202Eb\u001Bc")).toContain("<p>a&lt;U+202E&gt;b&lt;U+001B&gt;c</p>");
  expect(drawn("\u0646\u06CC\u200C\u06A9 👩\u200D🎓")).toContain("\u0646\u06CC\u200C\u06A9 👩\u200D🎓");
});

it("names the site of a link whose words are the address of another site", () => {
  expect(drawn("[https://good.example/a](https://evil.example/b)")).toContain(
    ">https://good.example/a (evil.example)</a>",
  );
  expect(drawn("[good.example](https://good.example/b)")).toContain(">good.example</a>");
});

it("makes links of the three kinds, and text of all others", () => {
  expect(drawn("[a state](#capacity=20Mbps)")).toContain('<a href="#v=2&amp;capacity=20Mbps">a state</a>');
  expect(drawn("[out](https://example.org)")).toContain(
    '<a href="https://example.org" target="_blank" rel="noopener noreferrer">out</a>',
  );
  expect(drawn("[bad](javascript:alert(1)) [worse](data:text/html,x)")).toBe(
    '<div class="markdown" lang="pt-BR"><p>bad worse</p></div>',
  );
});
