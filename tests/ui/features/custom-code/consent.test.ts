import { expect, test, vi } from "vitest";
import { ALLOWED, consentOf } from "../../../../src/ui/features/custom-code/consent.ts";
import { madeDevice, madeTab } from "../../core/made-device.ts";

madeDevice();

test("programs run without a question after a reload; the oldest ask again when there are very many", async () => {
  const consent = consentOf(madeTab());
  const runs = async (packed: string) => {
    const bench = madeTab();
    const ran = new Promise<boolean>((done) => bench.consent.open([packed], () => done(true)));
    return consentOf(bench).held === null ? ran : false;
  };
  expect(await runs("z.1")).toBe(false);
  consent.remember("z.1");
  expect(await runs("z.1")).toBe(true);
  for (let i = 0; i < 6; i++) consent.remember(`z.${i}${"x".repeat(90_000)}`);
  expect(await runs("z.1")).toBe(false);
  expect(madeTab().device.read(ALLOWED)).toHaveLength(5);
});

/** A page with the questions that it was asked, and their answers. */
function asked() {
  const bench = madeTab();
  const consent = consentOf(bench);
  const answers: string[] = [];
  const ask = (one: string, isRequested = false) =>
    consent.ask([one], (mayRun) => answers.push(`${one} ${mayRun}`), isRequested);
  const shown = () => (bench.store.get().dialog === "program" ? consent.held?.packed : null);
  return { bench, consent, answers, ask, shown };
}

test("a question that is asked while another is open waits behind it, so that no program is agreed to unseen", () => {
  const { consent, answers, ask, shown } = asked();
  for (const one of ["z.a", "z.b", "z.a", "z.b", "z.c"]) ask(one);
  expect(shown()).toEqual(["z.a"]);
  consent.agree();
  expect(answers).toEqual(["z.a true", "z.a true"]);
  expect(shown()).toEqual(["z.b"]);
  expect(consent.mayRun(["z.b"])).toBe(false);
  consent.decline();
  expect(answers.slice(2)).toEqual(["z.b false", "z.b false"]);
  expect(shown()).toEqual(["z.c"]);
  consent.agree();
  expect(answers.at(-1)).toBe("z.c true");
  expect([shown(), consent.mayRun(["z.b"])]).toEqual([null, false]);
});

test("a question whose dialog is replaced or closed is declined, and the next one waits until no dialog is open", () => {
  const { bench, consent, answers, ask, shown } = asked();
  for (const one of ["z.a", "z.b", "z.c"]) ask(one);
  bench.showDialog("dropped");
  expect(answers).toEqual(["z.a false"]);
  expect(bench.store.get().dialog).toBe("dropped");
  expect(bench.store.get().notices.map(({ dialog }) => dialog?.name)).toEqual(["program"]);
  bench.showDialog(null);
  expect(shown()).toEqual(["z.b"]);
  bench.showDialog(null);
  expect(answers).toEqual(["z.a false", "z.b false"]);
  expect(shown()).toEqual(["z.c"]);
  consent.agree();
  expect([answers.at(-1), shown()]).toEqual(["z.c true", null]);
});

test("other dialogs and changes of the page leave a question as it is, and it can be read again after it was declined", () => {
  const { bench, consent, answers, ask, shown } = asked();
  for (const dialog of ["help", null, "share", null]) bench.showDialog(dialog);
  ask("z.a");
  bench.announcer.say("A run has ended.");
  bench.notice({ id: "other", title: "Another notice.", lines: [], link: null });
  expect([answers, shown()]).toEqual([[], ["z.a"]]);
  bench.showDialog("help");
  bench.showDialog("program");
  expect(shown()).toEqual(["z.a"]);
  consent.agree();
  expect(answers).toEqual(["z.a false", "z.a true"]);
  expect(consent.mayRun(["z.a"])).toBe(true);
});

test("a link replaces the programs in the dialog", () => {
  const { bench, ask, shown } = asked();
  ask("z.a");
  bench.consent.open(["z.b"], vi.fn());
  expect(shown()).toEqual(["z.b"]);
});

test("a refusal holds for its text until the user requests the run or reloads the page", () => {
  const { consent, answers, ask, shown } = asked();
  ask("z.a");
  consent.decline();
  ask("z.a");
  expect([shown(), answers]).toEqual([null, ["z.a false", "z.a false"]]);
  ask("z.b");
  expect(shown()).toEqual(["z.b"]);
  consent.decline();
  ask("z.a", true);
  expect(shown()).toEqual(["z.a"]);
  consent.agree();
  expect(answers.at(-1)).toBe("z.a true");
  // An agreement ends an earlier refusal.
  ask("z.c");
  consent.decline();
  consent.give("z.c");
  ask("z.c");
  expect(shown()).toEqual(["z.c"]);
  const reloaded = asked();
  reloaded.ask("z.b");
  expect(reloaded.shown()).toEqual(["z.b"]);
});
