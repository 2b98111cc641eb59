import { expect, test } from "vitest";
import { createStandInLms } from "./stand-in-lms.ts";

test("the stand-in has the states and error codes of SCORM 1.2", () => {
  const lms = createStandInLms();
  const code = (call: string) => [call, lms.LMSGetLastError()];
  expect(code(lms.LMSGetValue("cmi.core.student_id"))).toEqual(["", "301"]);
  expect(code(lms.LMSInitialize("x"))).toEqual(["false", "201"]);
  expect(code(lms.LMSInitialize(""))).toEqual(["true", "0"]);
  expect(code(lms.LMSInitialize(""))).toEqual(["false", "101"]);
  expect(code(lms.LMSGetValue("cmi.core.student_id"))).toEqual(["2026001", "0"]);
  expect(code(lms.LMSGetValue("cmi.core.score._children"))).toEqual(["raw,min,max", "0"]);
  expect(code(lms.LMSGetValue("cmi.core.student_id._children"))).toEqual(["", "202"]);
  expect(code(lms.LMSGetValue("cmi.core._count"))).toEqual(["", "203"]);
  expect(code(lms.LMSGetValue("cmi._version"))).toEqual(["3.4", "0"]);
  expect(code(lms.LMSGetValue("cmi.interactions.0.id"))).toEqual(["", "401"]);
  expect(code(lms.LMSGetValue("cmi.core.exit"))).toEqual(["", "404"]);
  expect(code(lms.LMSSetValue("cmi.core._children", ""))).toEqual(["false", "402"]);
  expect(code(lms.LMSSetValue("cmi.core.student_id", "x"))).toEqual(["false", "403"]);
  expect(code(lms.LMSSetValue("cmi.nothing", "x"))).toEqual(["false", "401"]);
  for (const [element, value] of [
    ["cmi.core.lesson_status", "done"],
    ["cmi.core.lesson_status", "not attempted"],
    ["cmi.core.score.raw", "101"],
    ["cmi.core.score.raw", "much"],
    ["cmi.core.session_time", "1:2:3"],
    ["cmi.core.exit", "leave"],
    ["cmi.suspend_data", "x".repeat(4097)],
  ])
    expect([element, value.slice(0, 9), ...code(lms.LMSSetValue(element, value))]).toEqual([
      element,
      value.slice(0, 9),
      "false",
      "405",
    ]);
  expect(code(lms.LMSSetValue("cmi.core.session_time", "0000:01:07.5"))).toEqual(["true", "0"]);
  expect(lms.committed).toEqual({});
  expect(code(lms.LMSCommit("x"))).toEqual(["false", "201"]);
  expect(code(lms.LMSCommit(""))).toEqual(["true", "0"]);
  expect(lms.committed["cmi.core.session_time"]).toBe("0000:01:07.5");
  expect(code(lms.LMSFinish("x"))).toEqual(["false", "201"]);
  expect(code(lms.LMSFinish(""))).toEqual(["true", "0"]);
  for (const call of [lms.LMSFinish(""), lms.LMSCommit(""), lms.LMSSetValue("cmi.comments", "")])
    expect(code(call)).toEqual(["false", "301"]);
  expect([lms.LMSGetErrorString("405"), lms.LMSGetDiagnostic("9"), lms.state()]).toEqual([
    "Incorrect data type",
    "",
    "terminated",
  ]);
});
