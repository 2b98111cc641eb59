import { ecodel5 } from "../../../src/experiments/ecodel/ecodel-5.ts";
import { testQueueFigure } from "./figure-tests.ts";

testQueueFigure(ecodel5);
