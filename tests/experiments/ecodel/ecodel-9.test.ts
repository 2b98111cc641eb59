import { ecodel9 } from "../../../src/experiments/ecodel/ecodel-9.ts";
import { testQueueFigure } from "./figure-tests.ts";

testQueueFigure(ecodel9);
