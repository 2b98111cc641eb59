import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scenarioToUrl } from "../../src/engine/index.ts";
import { readTask } from "../../src/teaching/task.ts";
import { EXAMPLE, example, taskOf } from "./example-task.ts";

const faults = (file: string) => readTask(file).problems.map(({ line, message }) => `${line}: ${message}`);

describe("a task", () => {
  test("is read from its file", () => {
    const task = taskOf();
    expect(task.id).toBe("choose-beta");
    expect(task.lang).toBe("en");
    expect(scenarioToUrl(task.scenario)).toBe("v=2&duration=20s");
    expect(task.changes.map(({ param }) => param.id)).toEqual(["beta-ecn", "aqm"]);
    expect(task.counts.map(({ measure }) => measure.id)).toEqual(["utilisation", "delay-p99"]);
    expect([task.seeds, task.tries]).toEqual([2, 3]);
    expect(task.also).toEqual([[{ key: "capacity", text: "20Mbps" }]]);
    expect(task.vary[0].values).toEqual([40, 60, 80]);
    expect(task.hints).toEqual(["Look at **cwnd** after each mark.", "What is the BDP?"]);
    expect(task.words).toBe("Find a β_ecn that keeps the link busy.\n\n- The queue must stay short.");
  });

  test("needs no seeds, tries, hidden paths, variants or hints", () => {
    const task = taskOf(
      ["seeds: 2\n", ""],
      ["tries: 3\n", ""],
      ["also: #capacity=20Mbps\n", ""],
      ["lang: en\n", ""],
      ["vary: rtt 40ms..80ms step 20ms\n", ""],
    );
    expect([task.seeds, task.tries, task.also, task.vary, task.lang]).toEqual([1, null, [], [], "en"]);
  });

  test("takes a scenario without a version as one of today", () => {
    expect(scenarioToUrl(taskOf(["#v=2&duration=20s", "#duration=20s"]).scenario)).toBe("v=2&duration=20s");
  });

  test.each<[string, string, string]>([
    ["kind: task", "kind: lesson", '2: kind: must be task, got "lesson"'],
    [
      "id: choose-beta",
      "id: choose beta",
      '3: id: must be letters, digits and hyphens, at most 60; got "choose beta"',
    ],
    ["lang: en", "lang: e", '4: lang: must be the code of a language, like en, pt-BR or zh-Hans; got "e"'],
    ["title: Choose β_ecn", "title:", "5: title: must have 1 to 120 letters, has 0"],
    ["change: aqm codel, pie", "chnge: aqm codel, pie", '9: There is no "chnge"; "change"?'],
    ["beta-ecn 0.5..0.95", "beta-enc 0.5..0.95", "8: change: there is no parameter beta-enc; beta-ecn?"],
    ["beta-ecn 0.5..0.95", "beta-ecn 0.95..0.5", "8: change: 0.95..0.5: the first end is above the second"],
    ["change: aqm codel, pie", "change: beta-ecn", "9: change: beta-ecn stands twice."],
    ["utilisation >= 95 %", "utilization >= 95 %", "10: count: there is no utilization; utilisation?"],
    ["seeds: 2", "seeds: 0", '12: seeds: must be a whole number from 1 to 20, got "0"'],
    ["seeds: 2", "seeds: 2\nseeds: 3", '13: "seeds" stands twice; it may stand once.'],
    [
      "#capacity=20Mbps",
      "#capacity",
      '13: also: it is settings as in a link, like "#rtt=200ms"; got "#capacity"',
    ],
    [
      "#capacity=20Mbps",
      "#beta-ecn=0.9",
      "13: also: beta-ecn is the student's to change; it cannot be set here",
    ],
    [
      "vary: rtt 40ms..80ms step 20ms",
      "vary: beta-ecn 0.5, 0.6",
      "7: vary: beta-ecn is the student's to change; it cannot vary by student too",
    ],
    ["vary: rtt 40ms..80ms step 20ms", "vary: rtt 40ms", "7: vary: at least two values are needed"],
    ["tries: 3", "tries: many", '14: tries: must be a whole number from 1 to 99, got "many"'],
    ["hint: What is the BDP?", "hint:", "16: hint: must have 1 to 600 letters, has 0"],
  ])("with %s as %s names the line", (from, to, message) => {
    expect(faults(example([from, to]))).toEqual([message]);
  });

  test("names a scenario that cannot be, and what is missing", () => {
    expect(faults(example(["duration=20s", "duration=0"]))).toEqual([
      expect.stringMatching(/^6: scenario: Duration must be/),
    ]);
    expect(faults(example(["#capacity=20Mbps", "#capacity=0"]))).toEqual([
      expect.stringMatching(/^13: also: /),
    ]);
    expect(faults("---\nkind: task\n---\n")).toEqual([
      '0: The head has no line "id: …".',
      '0: The head has no line "title: …".',
      '0: The head has no line "scenario: …".',
      "0: There are no words below the head: what is asked.",
    ]);
    const bare = example(
      ["change: beta-ecn 0.5..0.95\nchange: aqm codel, pie\n", ""],
      ["count: utilisation >= 95 %\ncount: delay-p99 <= 30 ms\n", ""],
    );
    expect(faults(bare)).toEqual([
      '0: The head has no line "change: …": what may be changed.',
      '0: The head has no line "count: …": what counts.',
    ]);
  });

  test("has a limit of runs and of lines", () => {
    expect(faults(example(["seeds: 2", `seeds: 20\n${"also: #rtt=9ms\n".repeat(3)}`]))).toEqual([
      "12: 20 seeds on 5 paths are 100 runs; at most 60 are allowed.",
    ]);
    expect(faults(example(["tries: 3", "hint: x\n".repeat(11)]))).toEqual([
      expect.stringMatching(/"hint" may stand 12 times at most/),
    ]);
  });

  test("of any text at all is a task or sentences, never an exception", () => {
    const lines = EXAMPLE.split("\n");
    const damage = fc.tuple(fc.nat(lines.length - 1), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
        const file = [...lines];
        for (const [at, text] of damages) file[at] = file[at].slice(0, file[at].indexOf(":") + 2) + text;
        const { task, problems } = readTask(file.join("\n"));
        expect(task === null).toBe(problems.length > 0);
      }),
      { numRuns: 60 },
    );
  });
});
