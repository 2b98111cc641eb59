/**
 * A simulated learning platform: the run-time interface of the SCORM 1.2 standard, with the states of a session, the
 * error codes, and the elements of the data model that a package may use, with their types. It has no dependencies,
 * so that a browser test can pass it to a page as text.
 */
export interface StandInLms {
  LMSInitialize(parameter: string): string;
  LMSFinish(parameter: string): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(parameter: string): string;
  LMSGetLastError(): string;
  LMSGetErrorString(code: string): string;
  LMSGetDiagnostic(code: string): string;
  /** The committed values and every failed call, for tests. */
  readonly committed: Record<string, string>;
  readonly errors: string[];
  readonly state: () => string;
}

export function createStandInLms(given: Record<string, string> = {}): StandInLms {
  const ERRORS: Record<string, string> = {
    "0": "No error",
    "101": "General exception",
    "201": "Invalid argument error",
    "202": "Element cannot have children",
    "203": "Element not an array - cannot have count",
    "301": "Not initialized",
    "401": "Not implemented error",
    "402": "Invalid set value, element is a keyword",
    "403": "Element is read only",
    "404": "Element is write only",
    "405": "Incorrect data type",
  };
  const DECIMAL = /^-?\d{1,3}(?:\.\d{1,4})?$/;
  const isScore = (value: string) => DECIMAL.test(value) && Number(value) >= 0 && Number(value) <= 100;
  const short = (most: number) => (value: string) => value.length <= most;
  const among =
    (...words: string[]) =>
    (value: string) =>
      words.includes(value);
  const both = (type: (value: string) => boolean) => ({ read: true, write: true, type });
  const readOnly = { read: true, write: false, type: () => true };
  const ELEMENTS: Record<string, { read: boolean; write: boolean; type: (value: string) => boolean }> = {
    "cmi.core.student_id": readOnly,
    "cmi.core.student_name": readOnly,
    "cmi.core.lesson_location": both(short(255)),
    "cmi.core.credit": readOnly,
    "cmi.core.lesson_status": both(among("passed", "completed", "failed", "incomplete", "browsed")),
    "cmi.core.entry": readOnly,
    "cmi.core.score.raw": both((value) => value === "" || isScore(value)),
    "cmi.core.score.min": both((value) => value === "" || isScore(value)),
    "cmi.core.score.max": both((value) => value === "" || isScore(value)),
    "cmi.core.total_time": readOnly,
    "cmi.core.lesson_mode": readOnly,
    "cmi.core.exit": { read: false, write: true, type: among("time-out", "suspend", "logout", "") },
    "cmi.core.session_time": {
      read: false,
      write: true,
      type: (value) => /^\d{2,4}:[0-5]\d:[0-5]\d(?:\.\d{1,2})?$/.test(value),
    },
    "cmi.suspend_data": both(short(4096)),
    "cmi.launch_data": readOnly,
    "cmi.comments": both(short(4096)),
  };
  const CHILDREN: Record<string, string> = {
    "cmi.core":
      "student_id,student_name,lesson_location,credit,lesson_status,entry,score,total_time,lesson_mode,exit,session_time",
    "cmi.core.score": "raw,min,max",
  };
  const data: Record<string, string> = {
    "cmi.core.student_id": "2026001",
    "cmi.core.student_name": "Souza, Ana",
    "cmi.core.credit": "credit",
    "cmi.core.lesson_status": "not attempted",
    "cmi.core.entry": "ab-initio",
    "cmi.core.lesson_mode": "normal",
    "cmi.core.total_time": "0000:00:00",
    ...given,
  };
  const committed: Record<string, string> = {};
  const errors: string[] = [];
  let state = "not initialized";
  let last = "0";
  const fail = (code: string, call: string): string => {
    last = code;
    errors.push(`${call}: ${code}`);
    return "";
  };
  const done = <T>(value: T): T => {
    last = "0";
    return value;
  };
  const keyword = (element: string) => /\._(?:children|count|version)$/.test(element);
  return {
    LMSInitialize(parameter) {
      if (parameter !== "") return fail("201", "LMSInitialize") || "false";
      if (state !== "not initialized") return fail("101", "LMSInitialize") || "false";
      state = "running";
      return done("true");
    },
    LMSFinish(parameter) {
      if (parameter !== "") return fail("201", "LMSFinish") || "false";
      if (state !== "running") return fail("301", "LMSFinish") || "false";
      Object.assign(committed, data);
      state = "terminated";
      return done("true");
    },
    LMSGetValue(element) {
      const call = `LMSGetValue ${element}`;
      if (state !== "running") return fail("301", call);
      const parent = element.replace(/\._\w+$/, "");
      if (keyword(element)) {
        if (element.endsWith("._children"))
          return CHILDREN[parent] === undefined ? fail("202", call) : done(CHILDREN[parent]);
        return element === "cmi._version" ? done("3.4") : fail("203", call);
      }
      const known = ELEMENTS[element];
      if (known === undefined) return fail("401", call);
      return known.read ? done(data[element] ?? "") : fail("404", call);
    },
    LMSSetValue(element, value) {
      const call = `LMSSetValue ${element} ${value}`;
      if (state !== "running") return fail("301", call) || "false";
      if (keyword(element)) return fail("402", call) || "false";
      const known = ELEMENTS[element];
      if (known === undefined) return fail("401", call) || "false";
      if (!known.write) return fail("403", call) || "false";
      if (typeof value !== "string" || !known.type(value)) return fail("405", call) || "false";
      data[element] = value;
      return done("true");
    },
    LMSCommit(parameter) {
      if (parameter !== "") return fail("201", "LMSCommit") || "false";
      if (state !== "running") return fail("301", "LMSCommit") || "false";
      Object.assign(committed, data);
      return done("true");
    },
    LMSGetLastError: () => last,
    LMSGetErrorString: (code) => ERRORS[code] ?? "",
    LMSGetDiagnostic: (code) => ERRORS[code] ?? "",
    committed,
    errors,
    state: () => state,
  };
}
