import { ecodel10 } from "../../../src/experiments/ecodel/ecodel-10.ts";
import { testSojournFigure } from "./figure-tests.ts";

testSojournFigure(ecodel10);
