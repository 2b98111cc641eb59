import { describe, expect, test } from "vitest";
import { readLesson } from "../../../src/teaching/document/lesson.ts";

const known = { pieces: ["cwnd", "delay"] };

const HEAD = "---\nkind: lesson\nid: a-b\nlang: pt-BR\ntitle: T\nminutes: 5\nlearn: L.\n---\n";
const EXPLAIN = "## One\n\nstep: explain\nbench: #beta-ecn=0.5\n\n";

/** Returns problems as "line: message". */
const problemsOf = (file: string) =>
  readLesson(file, known).problems.map(({ line, message }) => `${line}: ${message}`);
const ofStep = (text: string) => problemsOf(`${HEAD}${text}`);

describe("a lesson", () => {
  const { lesson, problems } = readLesson(
    `${HEAD}Opening.

## Guess

step: predict
bench: #beta-ecn=0.5
look: [the teeth](#point=cwnd&from=1s&to=2s)
holds with beta-ecn=0.8&aqm=pie: utilisation > 90 % and delay-p99 < 1 s

Some {utilisation}.

- [ ] One
  *option*.
  > No: {delay-p99}.
  >
  > Really.
- [x] Two.
  > Yes.

## Draw

step: predict
draw: cwnd from 0 s to 500 ms up to 150 segments
judge: teeth within 2
judge: mean within 20 segments
drawing wrong: 0s 0, 100ms 20

## Do

step: run
bench: #beta-ecn=0.5&cc=cubic
done: utilisation >= 95 % and setting beta-ecn > 0.7
solved with: beta-ecn=0.8

> A plain quote.

> if done: Good, {setting beta-ecn}.

## Beside each other

step: compare

See.
`,
    known,
  );

  test("reports a line of a step's head after an empty line", () => {
    expect(
      ofStep("## One\n\nstep: explain\n\nbench: #beta-ecn=0.5\nholds: utilisation > 90 %\n\nWords.\n"),
    ).toContain(
      '13: An empty line has ended the head of the step "One" before its line "bench:". Remove the empty line.',
    );
    expect(ofStep(`${EXPLAIN}Words.\n\nholds: utilisation > 90 %\n`)[0]).toMatch(/before its line "holds:"/);
  });

  test("has a head, an opening and steps of their kinds", () => {
    expect(problems).toEqual([]);
    expect(lesson).toMatchObject({
      id: "a-b",
      lang: "pt-BR",
      title: "T",
      minutes: 5,
      learn: "L.",
      order: Number.POSITIVE_INFINITY,
    });
    expect(lesson?.opening).toHaveLength(1);
    expect(lesson?.steps.map(({ kind, title, line }) => [kind, title, line])).toEqual([
      ["predict", "Guess", 11],
      ["predict", "Draw", 28],
      ["run", "Do", 36],
      ["compare", "Beside each other", 47],
    ]);
  });

  test("a prediction without a comparison is refused", () => {
    const predict = "## P\n\nstep: predict\nbench: #v=2\n\n- [x] A.\n  > Yes.\n- [ ] B.\n  > No.\n\n";
    const compare = "## C\n\nstep: compare\n\nText.\n\n";
    expect(ofStep(predict + compare)).toEqual([]);
    expect(ofStep(predict + compare + predict)).toEqual([
      expect.stringMatching(
        /^\d+: A step “compare” must follow this step. Otherwise the student does not learn/,
      ),
    ]);
  });

  test("a step sets the bench, points at a piece and states what must hold", () => {
    const [guess, draw, act] = lesson?.steps ?? [];
    expect([guess.bench, draw.bench, act.bench]).toEqual([
      "v=2&beta-ecn=0.5",
      null,
      "v=2&beta-ecn=0.5&cc=cubic",
    ]);
    expect(draw.inForce).toBe("v=2&beta-ecn=0.5");
    expect(guess.look).toEqual({ label: "the teeth", piece: "cwnd", stretch: { fromS: 1, toS: 2 } });
    expect(guess.claims).toMatchObject([{ line: 16, fragment: "v=2&beta-ecn=0.8&aqm=pie" }]);
    expect(guess.claims[0].conditions).toHaveLength(2);
  });

  test("a time range of the plots holds until a step sets the bench", () => {
    const step = (lines: string) => `## S\n\nstep: explain\n${lines}\n\nText.\n\n`;
    const bench = "bench: #duration=2s&warmup=0s";
    const view = "view: from 0 s to 250 ms";
    const { lesson: zoomed } = readLesson(
      HEAD + step(bench) + step(view) + step("linux: yes") + step(bench),
      known,
    );
    expect(zoomed?.steps.map((one) => one.view)).toEqual([
      null,
      { fromS: 0, toS: 0.25 },
      { fromS: 0, toS: 0.25 },
      null,
    ]);
    for (const wrong of ["0 s to 1 s", "from 1 s to 1 s", "from 0 s to 3 s", "from now to 1 s"])
      expect(ofStep(step(`${bench}\nview: ${wrong}`))).toEqual([
        expect.stringMatching(/^13: View is like "from 0 s to 250 ms", inside the run of 2 s; got/),
      ]);
  });

  test("options have texts and feedback, and some are right", () => {
    const { options } = lesson?.steps[0] ?? { options: [] };
    expect(options.map(({ right }) => right)).toEqual([false, true]);
    expect(options[0].tokens.map(({ raw }) => raw)).toEqual(["One\n*option*.\n"]);
    expect(options[0].answer.map(({ type }) => type)).toEqual(["paragraph", "space", "paragraph"]);
  });

  test("a drawing has its axes, its measures and its samples", () => {
    expect(lesson?.steps[1].drawing).toMatchObject({
      task: { plot: "cwnd", fromS: 0, toS: 0.5, top: 150 },
      yardsticks: [
        { measure: "teeth", within: 2 },
        { measure: "mean", within: 20 },
      ],
      samples: [
        {
          points: [
            { timeS: 0, value: 0 },
            { timeS: 0.1, value: 20 },
          ],
          right: false,
        },
      ],
    });
  });

  test("exercises are read one by one, and quotations with a condition are feedback", () => {
    const act = lesson?.steps[2];
    expect(act?.asked.map(({ text }) => text)).toEqual(["utilisation >= 95 %", "setting beta-ecn > 0.7"]);
    expect(act?.solved?.text).toBe("beta-ecn=0.8");
    expect(act?.parts.map(({ when }) => when)).toEqual([null, [{ kind: "done", not: false }]]);
    expect(act?.parts[1].tokens.map(({ raw }) => raw)).toEqual(["Good, {setting beta-ecn}."]);
  });
});

describe("a problem is reported with its line and what is allowed", () => {
  test.each([
    [
      "---\nkind: task\nid: A b\nlang: english!\nminutes: many\nauthor: me\nauthor: me\n---\n",
      [
        /^0: The head has no line "title: …"/,
        /^0: The head has no line "learn: …"/,
        /^2: kind: must be lesson or lab, got "task"/,
        /^3: id: must be letters, digits and hyphens/,
        /^4: lang: must be the code of a language/,
        /^5: minutes: must be a whole number from 1 to 99/,
        /^6: There is no "author"/,
      ],
    ],
    [`${HEAD}no steps`, [/^0: A lesson has 1 to 40 steps/]],
  ])("%#: in the head", (file, messages) => {
    const found = problemsOf(file);
    for (const message of messages) expect(found).toContainEqual(expect.stringMatching(message));
  });

  test.each([
    ["## One\n\nText.", /^9: The step "One" begins with a line "step: predict"/],
    [
      "## One\n\nstep: guess\nbench: #\n",
      /^11: A step must be one of predict, run, compare, explain, question; got "guess"/,
    ],
    ["## One\n\nstep: explain\n\nText.", /^9: The first step sets the bench/],
    ["## One\n\nstep: explain\nbench: #beta-ecn=7\n", /^12: In the link: .*0\.3 to 0\.99/],
    ["## One\n\nstep: explain\nbench: #pin=v%3D2%26rtt%3D0\n", /^12: In the link: /],
    ["## One\n\nstep: explain\nbench: beta-ecn=0.8\n", /^12: "bench" must be a link/],
    ["## One\n\nstep: explain\nbench: #\nbench: #\n", /^13: "bench" occurs twice/],
    [
      "## One\n\nstep: explain\nbench: #\nbensh: #\n",
      /^13: "bensh" is not a key of a step's head. Allowed keys: "step:"/,
    ],
    [`${EXPLAIN}A {utilization}.`, /^14: In \{utilization\}: there is no utilization; utilisation\?/],
    [
      `${EXPLAIN}Line one,\nline two {delay-p99 of before}.`,
      /^15: In \{delay-p99 of before\}: expected a metric/,
    ],
    [`${EXPLAIN}A [link](javascript:alert(1)).`, /^14: A link must begin with "#"/],
    [`${EXPLAIN}A [link](#point=queue).`, /^14: The page has no part "queue". Allowed: cwnd, delay/],
    [`${EXPLAIN}A [link](#rtt=0).`, /^14: In the link: /],
    [`${EXPLAIN}> if beta: Text.`, /^14: A condition must be like/],
    [
      `${EXPLAIN}- [x] a\n  > b\n- [ ] c\n  > d`,
      /^14: Only the steps “predict” and “question” can have options/,
    ],
    [
      "## One\n\nstep: explain\nbench: #\ndraw: cwnd from 0 s to 9 s up to 9 segments\njudge: mean within 1\n",
      /^9: Only a step predict has a line "draw"/,
    ],
    ["## One\n\nstep: explain\nbench: #\nlook: cwnd\n", /^13: Look is like/],
    ["## One\n\nstep: question\nbench: #\n\n- [ ] a\n  > b", /^14: At least two options are required/],
    [
      "## One\n\nstep: question\nbench: #\n\n- [ ] a\n  > b\n- [ ] c\n  > d",
      /^14: One option at least is right/,
    ],
    ["## One\n\nstep: question\nbench: #\n\n- [ ] a\n- [x] c\n  > d", /^14: Each option has an answer/],
    ["## One\n\nstep: question\nbench: #\n", /^9: A step question has options/],
    ["## One\n\nstep: predict\nbench: #\n", /^9: A step predict has options .* or a line "draw/],
    [
      "## One\n\nstep: predict\nbench: #\ndraw: cwnd from 0 s to 9 s up to 99 segments\n",
      /^13: What is drawn is judged by/,
    ],
    [
      "## One\n\nstep: predict\nbench: #\ndraw: rate from 0 s to 9 s up to 9\njudge: mean within 1 ms\n",
      /^13: A drawing must be like/,
    ],
    ["## One\n\nstep: compare\nbench: #\n", /^9: A step “compare” must follow a step “predict”/],
    [
      "## One\n\nstep: run\nbench: #\ndone: utilisation >= 95 %\n",
      /^9: Lines "done" and a line "solved with/,
    ],
    [
      "## One\n\nstep: explain\nbench: #\ndone: utilisation >= 95 %\nsolved with: beta-ecn=0.8\n",
      /^9: Only a step run has lines "done"/,
    ],
    [
      "## One\n\nstep: run\nbench: #\ndone: utilisation >= 95 %\nsolved with: beta-ecn=8\n",
      /^14: In the link: /,
    ],
    ["## One\n\nstep: run\nbench: #\nholds: utilisation is good\n", /^13: A metric is compared with >=/],
    ["## One\n\nstep: run\nbench: #\nholds: setting aqm is codell\n", /^13: .*must be .*codel/i],
    ["## One\n\nstep: run\nbench: #\nholds: setting flow1.cc is renoo\n", /^13: .*must be .*newreno/i],
  ])("%j", (text, message) => {
    expect(ofStep(text)).toContainEqual(expect.stringMatching(message));
  });
});
