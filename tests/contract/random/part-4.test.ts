import { tryRandomScenarios } from "../random-part.ts";

tryRandomScenarios();
