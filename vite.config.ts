import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// A relative base: the built page works from any sub-path and any static server.
export default defineConfig({
  base: "./",
  plugins: [react()],
  worker: { format: "es" },
  build: { target: "es2022", sourcemap: true },
});
