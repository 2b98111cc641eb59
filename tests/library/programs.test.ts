/** Tests custom programs of the library: texts and classes give the same runs. */
import { beforeAll, describe, expect, test } from "vitest";
import { TEMPLATES } from "../../src/engine/custom/templates.ts";
import {
  addProgram,
  loadInterpreter,
  packetCsv,
  type Queue,
  type QueueTools,
  readScenario,
  type SenderTools,
  scenarioToFlags,
  scenarioToUrl,
  simulate,
  storyText,
  type Tcp,
} from "../../src/library/library.ts";

beforeAll(() => loadInterpreter());

/** The template AIMD as a class. */
class Aimd {
  static readonly head: string = `
// @sender AIMD
// @param increase = 1 segments (0.1 to 10) What a round trip adds to cwnd
// @param decrease = 0.5 ratio (0.1 to 0.99) What a mark or a loss leaves of cwnd
// @probe cuts (count) Reductions`;
  cuts = 0;
  protected readonly tools: SenderTools;

  constructor(tools: SenderTools) {
    this.tools = tools;
  }

  onAck(tcp: Tcp): void {
    if (tcp.cwnd < tcp.ssthresh) tcp.cwnd = Math.min(tcp.cwnd + tcp.acked, tcp.ssthresh);
    else tcp.cwnd += (this.tools.params.increase * tcp.acked) / tcp.cwnd;
  }

  onMark(tcp: Tcp): void {
    this.onLoss(tcp);
  }

  onLoss(tcp: Tcp): void {
    this.cuts += 1;
    tcp.ssthresh = tcp.cwnd * this.tools.params.decrease;
  }

  explain(_tcp: Tcp, event: string): string {
    return `A ${event} after ${this.cuts} cuts.`;
  }
}

/** The template "Step marking" as a class. */
class Step {
  static readonly head = "// @queue Step\n// @param threshold = 20 count (1 to 1000) Packets";
  private readonly tools: QueueTools;

  constructor(tools: QueueTools) {
    this.tools = tools;
  }

  enqueue(_packet: unknown, queue: Queue): void {
    const { params, mark, drop } = this.tools;
    if (queue.packets >= params.threshold) mark() || drop();
  }
}

const template = (id: string) => TEMPLATES.find((one) => one.id === id)?.code ?? "";
const FLAGS = "--duration 15s --rtt 60ms --loss 0.002 --flows 2";

const seen = (flags: string) => {
  const run = simulate(flags);
  const { flows, links } = run.results();
  const { programs } = run.snapshot();
  expect(programs.map(({ stopped }) => stopped)).toEqual(programs.map(() => null));
  return {
    goodputs: flows.map(({ goodputBps }) => goodputBps),
    packets: links[0].packets,
    marks: links[0].marks,
  };
};

describe("a program", () => {
  test("as a class sends as its text and as the built-in sender do", () => {
    const builtIn = seen(`--cc newreno --reno-increase fraction --aqm codel ${FLAGS}`);
    expect(builtIn.marks).toBeGreaterThan(0);
    for (const program of [template("aimd"), Aimd])
      expect(seen(`--cc ${addProgram(program).id} --aqm codel ${FLAGS}`)).toEqual(builtIn);
  });

  test("as a class marks as its text and as the built-in queue do", () => {
    const builtIn = seen(`--cc dctcp --aqm step ${FLAGS}`);
    expect(builtIn.marks).toBeGreaterThan(3);
    for (const program of [template("step"), Step])
      expect(seen(`--cc dctcp --aqm ${addProgram(program).id} ${FLAGS}`)).toEqual(builtIn);
  });

  test("as a text is part of the scenario, its link and its commands", () => {
    const { id, kind } = addProgram(template("aimd"));
    expect(kind).toBe("sender");
    const scenario = readScenario(`--cc ${id} --own-decrease 0.8`);
    expect(scenario.programs).toMatchObject([{ id, code: template("aimd") }]);
    expect(readScenario(scenarioToUrl(scenario))).toEqual(scenario);
  });
});

describe("a class", () => {
  const { id } = addProgram(Aimd);

  test("has parameters that flags set", () => {
    const marks = (decrease: number) =>
      simulate(`--cc ${id} --own-decrease ${decrease} --aqm codel --duration 15s`).results().links[0].marks;
    expect(marks(0.9)).toBeGreaterThan(marks(0.5));
  });

  test("shows its fields as probes, and explains its reductions", () => {
    const run = simulate(`--cc ${id} --aqm codel --duration 15s`);
    const [cut] = run.questions().filter((one) => one.kind === "flow-event" && one.event === "ecnReduction");
    expect(storyText(run.why(cut))).toContain("A mark after 1 cuts.");
    const [{ probes }] = run.snapshot().flows;
    expect(Math.max(...[...probes[0].series.last].filter((value) => !Number.isNaN(value)))).toBeGreaterThan(
      1,
    );
  });

  test("is not part of a link or a command, and its captures say so", () => {
    const scenario = readScenario(`--cc ${id} --duration 1s`);
    expect(() => scenarioToUrl(scenario)).toThrow("is a JavaScript class, which a link cannot hold");
    expect(() => scenarioToFlags(scenario)).toThrow("is a JavaScript class, which a command cannot hold");
    expect([...packetCsv(scenario)].join("")).toContain("# with a program that is a JavaScript class");
  });

  test("is the same program each time, and another class with the same text is another program", () => {
    const made = () =>
      class {
        static readonly head = "// @sender Twin";
        onAck(tcp: Tcp): void {
          tcp.cwnd = 2;
        }
      };
    const [one, other] = [made(), made()];
    expect(addProgram(one).id).toBe(addProgram(one).id);
    expect(addProgram(other).id).not.toBe(addProgram(one).id);
  });

  test.each([
    [
      "no head",
      class {
        onAck() {}
      },
      "One line must say what the program is",
    ],
    [
      "no onAck",
      class {
        static head = "// @sender X";
        onLoss() {}
      },
      "A sender needs a function onAck",
    ],
    [
      "a hook of a queue",
      class {
        static head = "// @sender X";
        onAck() {}
        enqueue() {}
      },
      "A sender has no enqueue",
    ],
  ])("with %s is refused", (_, program, why) => {
    expect(() => addProgram(program as unknown as typeof Aimd)).toThrow(why);
  });

  test("with a misspelt hook has a remark", () => {
    const { remarks } = addProgram(
      class {
        static readonly head = "// @sender Misspelt";
        onAck() {}
        onLos() {}
      },
    );
    expect(remarks).toEqual([expect.stringContaining("did you mean onLoss?")]);
  });

  test.each([
    [
      "a cwnd that is too small",
      (tcp: Tcp) => {
        tcp.cwnd = 0;
      },
      "cwnd must be a number from 1 to 1000000, got 0.",
    ],
    [
      "a pacing rate without pacing",
      (tcp: Tcp) => {
        tcp.pacingRateBps = 1e6;
      },
      "needs the line // @paced",
    ],
  ])("that sets %s ends the run with an error", (_, set, why) => {
    class Wrong extends Aimd {
      override onAck(tcp: Tcp): void {
        set(tcp);
      }
    }
    expect(() => simulate(`--cc ${addProgram(Wrong).id} --duration 1s`)).toThrow(why);
  });
});
