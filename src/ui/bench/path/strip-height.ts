/** Of the strip of a path with one link; kept free for it before it is drawn. */
export const STRIP_HEIGHT_PX = 124;
