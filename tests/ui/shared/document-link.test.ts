import { describe, expect, it } from "vitest";
import { documentLink } from "../../../src/ui/shared/document-link.ts";

describe("a document of the project", () => {
  it("is linked only from the project's own pages", () => {
    expect(documentLink({ hostname: "someone.github.io", pathname: "/sawtooth/" }, "docs/model.md")).toBe(
      "https://github.com/someone/sawtooth/blob/HEAD/docs/model.md",
    );
    expect(documentLink({ hostname: "localhost", pathname: "/" }, "docs/model.md")).toBeNull();
  });
});
