import { describe, expect, test } from "vitest";
import { findHandIn, isPiece } from "../../../src/teaching/answer/found-hand-in.ts";
import { handInCode, handInFragment, handInOf, readHandIn } from "../../../src/teaching/answer/hand-in.ts";
import { readHandInList } from "../../../src/teaching/answer/hand-in-list.ts";
import { packTask } from "../../../src/teaching/task/task.ts";
import { variantOf } from "../../../src/teaching/task/variant.ts";
import { taskOf } from "../example-task.ts";

const task = taskOf();
const handIn = handInOf(task, { name: "João", tries: 2 }, [{ key: "beta-ecn", text: "0.8" }]);
const CODE = handInCode(handIn);
const LINK = `https://x.example/#${handInFragment(task, handIn, variantOf(task, "João").scenario)}`;

const wrapped = (text: string, width: number, end = "\n") =>
  (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(end);
const named = (text: string) => {
  const read = readHandIn(text);
  return read.kind === "code" ? read.handIn.name : read;
};

describe("a hand-in is found in surrounding text", () => {
  test.each([
    ["HTML of a platform", `<p dir="ltr"><a href="${LINK.replaceAll("&", "&amp;")}">mine</a><br></p>`],
    ["HTML around a code", `<p>${CODE}&nbsp;</p>`],
    ["a line break of a mail in a cell", wrapped(LINK, 76)],
    ["CRLF", wrapped(LINK, 60, "\r\n")],
    ["soft line breaks of quoted-printable", wrapped(CODE, 40, "=\r\n")],
    ["breaks of a web page that are not seen", wrapped(CODE, 20, "\u200B")],
    ["breaks of a web page that are tags", wrapped(CODE, 20, "<wbr>")],
    [
      "a mail program's protection",
      `https://eur03.safelinks.example/?url=${encodeURIComponent(LINK)}&data=05%7C01%7C&reserved=0`,
    ],
    ["words", `My code: ${CODE}. Regards, João`],
    ["words of another script without spaces", `这是我的答案：${LINK}。谢谢`],
    ["brackets", `my answer (${LINK}), done`],
    ["Markdown", `**[my answer](${LINK})**`],
    ["an address in angle brackets", `<${LINK}>`],
    ["line breaks in HTML", wrapped(CODE, 20, "<br />")],
    ["paragraphs", `<p>${wrapped(CODE, 30, "</p>\n<p>")}</p>`],
    ["blocks with fixed spaces", `<div>${wrapped(CODE, 25, "&nbsp;</div><div>")}&nbsp;</div>`],
    ["HTML that was escaped", `&lt;p&gt;${CODE}&lt;br&gt;&lt;/p&gt;`],
    ["entities that were escaped twice", LINK.replaceAll("&", "&amp;amp;").replace("#", "&#35;")],
    ["quoted-printable", wrapped(LINK.replaceAll("=", "=3D"), 70, "=\r\n")],
    ["a # that was escaped", LINK.replace("#", "%23")],
    ["a # that was escaped twice", LINK.replace("#", "%2523")],
    ["a link escaped from its # on", `https://x.example/${encodeURIComponent(LINK.slice(18))}`],
    [
      "a protection around an escaped link",
      `https://deu01.safelinks.example/?url=${encodeURIComponent(LINK.replace("#", "%23"))}&data=05&reserved=0`,
    ],
    ["Google's redirect", `https://www.google.com/url?q=${encodeURIComponent(LINK)}&sa=D`],
    [
      "Proofpoint's second form",
      `https://urldefense.proofpoint.com/v2/url?u=${LINK.replace(/[^A-Za-z0-9./]/g, (sign) => `-${sign.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("/", "_")}&d=DwIF`,
    ],
    ["Proofpoint's third form", `https://urldefense.com/v3/__${LINK.replace("#", "*")}__;Iw!!abc!def$`],
  ])("%s", (_, cell) => {
    expect(named(findHandIn(cell)?.text ?? "")).toBe("João");
  });

  test("lines that a mail has broken are joined, and the next line stays separate", () => {
    const list = `${wrapped(LINK, 76)}\n${wrapped(CODE, 30, "\n> ")}\n${CODE}\n`;
    const entries = readHandInList(list).entries;
    expect(entries.map(({ text }) => named(text))).toEqual(["João", "João", "João"]);
    expect(entries.map(({ name }) => name)).toEqual(["", "", ""]);
    const lines = list.split("\n").length;
    expect(entries.at(-1)?.line).toBe(lines - 1);
  });

  test("a link from the address bar is joined by the checksum of its task", () => {
    const own = `https://x.example/#v=2&beta-ecn=0.8&task=${packTask(task)}`;
    expect(readHandInList(wrapped(own, 76)).entries.map(({ text }) => text)).toEqual([own]);
  });

  test("a link without a checksum continues if it is broken at a character that cannot end it", () => {
    const bench = "https://x.example/#v=2&duration=20s&beta-ecn=0.85";
    for (const cell of [
      "https://x.example/#v=2&duration=20s&\nbeta-ecn=0.85",
      "https://x.example/#v=2&duration=20s<br>&beta-ecn=0.85",
      "https://x.example/#v=3D2&duration=3D20s&bet=\r\na-ecn=3D0.85",
      "https://x.example/#v=2&amp;duration=20s&amp;beta-ecn=0.85.",
      "https://x.example/#v%3D2%26duration%3D20s%26beta-ecn%3D0.85",
      "https://x.example/%23v%3D2%26duration%3D20s%26beta-ecn%3D0.85",
    ])
      expect(findHandIn(cell)?.text, cell).toBe(bench);
  });

  test.each([
    "#v=2&duration=20s&",
    "#v=2&duration=20s&beta-ecn=",
    "#",
    "#v=2&duration=20s&beta-e",
    "#v=2&duration=20s&fbclid=x",
  ])("a link that cannot be read is reported: %s", (fragment) => {
    expect(readHandIn(findHandIn(`https://x.example/${fragment}`)?.text ?? "").kind).toBe("unreadable");
  });

  test("two different hand-ins in one cell are both named; the same one twice counts once", () => {
    const other = handInCode({ ...handIn, settings: [{ key: "beta-ecn", text: "0.7" }] });
    expect(findHandIn(`${CODE} ${other}`)?.isOneOfSeveral).toBe(true);
    expect(
      findHandIn(`<a href="${LINK.replaceAll("&", "&amp;")}">${LINK.replaceAll("&", "&amp;")}</a>`)
        ?.isOneOfSeveral,
    ).toBeUndefined();
    expect(findHandIn(`${LINK} ${CODE}`)?.isOneOfSeveral).toBeUndefined();
    // The task's own link is no hand-in, and a link to another page is none either.
    const task_ = `https://x.example/#task=${packTask(task)}`;
    expect(findHandIn(`${task_} https://docs.example/a#gid=0 ${CODE}`)).toMatchObject({ text: CODE });
    expect(findHandIn(`${task_} ${CODE}`)?.isOneOfSeveral).toBeUndefined();
  });

  test("a link that stays broken is left unchanged and reported", () => {
    const short = CODE.slice(0, -9);
    expect(findHandIn(`${short} Regards`)).toEqual({
      text: short,
      beside: "Regards",
      used: 0,
      isReadable: false,
    });
    expect(findHandIn(short, ["abc", "def"])).toEqual({
      text: short,
      beside: "",
      used: 0,
      isReadable: false,
    });
    expect(readHandInList(`${short}\n${CODE}`).entries.map(({ text }) => text)).toEqual([short, CODE]);
  });

  test("the other words are returned without the markup", () => {
    expect(findHandIn(`<p dir="ltr">Ana: <b>${CODE}</b>&nbsp;</p>`)?.beside).toBe("Ana:");
    expect(findHandIn(`Ana:${CODE}`)?.beside).toBe("Ana:");
    expect(readHandInList(`<p>${CODE}</p>`).entries[0].name).toBe("");
  });

  test("a word with many redirects is read once", () => {
    expect(findHandIn("?q=https%3A".repeat(300_000))).toBeNull();
  });

  test("a redirect of Proofpoint with very many special characters is read in time", () => {
    const before = process.cpuUsage();
    const signs = btoa("a".repeat(200_000));
    expect(findHandIn(`https://urldefense.com/v3/__${"*".repeat(200_000)}__;${signs}!`)).toBeNull();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(3);
  });

  test("a continuation line consists only of characters of links, and starts no hand-in", () => {
    expect([isPiece("> aB3_-"), isPiece("two words"), isPiece("z.abc"), isPiece("")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
