import { ecodel7 } from "../../../src/experiments/ecodel/ecodel-7.ts";
import { testLossFigure } from "./figure-tests.ts";

testLossFigure(ecodel7);
