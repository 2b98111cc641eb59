import { createContext } from "react";

/** True inside a report: what is printed and saved has no controls except links. */
export const PaperContext = createContext(false);
