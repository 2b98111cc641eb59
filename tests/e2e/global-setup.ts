/** Builds the page, serves it from a sub-path, and starts one browser for all test files. */
import { resolve } from "node:path";
import { chromium } from "playwright-core";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { chromiumArguments, ensureChromium } from "../../scripts/engines.ts";
import { writeSingleFile } from "../../scripts/single-file.ts";
import { serveFolder } from "./static-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the page. */
    pageUrl: string;
    /** Address of the browser's endpoint. */
    browserEndpoint: string;
  }
}

const root = resolve(import.meta.dirname, "../..");

/** Builds without the test runner's NODE_ENV, which would include React's development build. */
async function buildAsPublished(): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  await build({ root, logLevel: "warn" });
  await writeSingleFile(resolve(root, "dist"));
  process.env.NODE_ENV = NODE_ENV;
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The test script has already built the page in its own stage.
  if (!process.env.SAWTOOTH_BUILT) await buildAsPublished();
  const server = await serveFolder(resolve(root, "dist"));
  const browser = await chromium.launchServer({
    executablePath: ensureChromium(),
    args: chromiumArguments(),
    host: "127.0.0.1",
  });
  project.provide("pageUrl", server.url);
  project.provide("browserEndpoint", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.close();
  };
}
