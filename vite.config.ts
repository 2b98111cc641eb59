import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { referenceSite } from "./scripts/reference-site.ts";

// A relative base: the built page works from any sub-path and any static server.
export default defineConfig({
  base: "./",
  plugins: [react(), referenceSite()],
  worker: { format: "es" },
  build: { target: "es2022", sourcemap: true },
});
