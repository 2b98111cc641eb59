/** The colours of high contrast: a style sheet that comes when they are chosen. */
import "./contrast.css";
