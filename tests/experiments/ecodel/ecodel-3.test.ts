import { ecodel3 } from "../../../src/experiments/ecodel/ecodel-3.ts";
import { testLossFigure } from "./figure-tests.ts";

testLossFigure(ecodel3);
