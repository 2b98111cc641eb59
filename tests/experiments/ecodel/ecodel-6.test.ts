import { ecodel6 } from "../../../src/experiments/ecodel/ecodel-6.ts";
import { testSojournFigure } from "./figure-tests.ts";

testSojournFigure(ecodel6);
