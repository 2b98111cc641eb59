/** A test that cannot be done here is left out by name and with the reason; `npm test` lists them. */
import { TestRunner } from "vitest";
import { browserName } from "./browser-name.ts";

declare module "vitest" {
  interface TaskMeta {
    leftOut?: string;
  }
}

export function leaveOut(reason: string): never {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error(`nothing can be left out outside of a test: ${reason}`);
  test.meta.leftOut = reason;
  return test.context.skip(reason);
}

/** What cannot be done with Firefox by WebDriver BiDi. */
export function leaveOutInFirefox(reason: string): void {
  if (browserName === "firefox") leaveOut(`in Firefox ${reason}`);
}
