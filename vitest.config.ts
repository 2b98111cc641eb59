import { defineConfig } from "vitest/config";

// Three projects: `unit` needs nothing but Node; `figures` computes the papers' figures on all cores, alone; `e2e` builds
// the page and opens it in a real browser.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/e2e/**", "tests/figures/**"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "figures",
          environment: "node",
          include: ["tests/figures/**/*.test.ts"],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/global-setup.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
