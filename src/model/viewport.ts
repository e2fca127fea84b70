/** Size of a page in CSS pixels. */
export type Viewport = { width: number; height: number };

/** Where a suite says nothing else. */
export const USUAL_VIEWPORT: Viewport = { width: 1280, height: 720 };

/** Of a usual phone. */
export const PHONE_VIEWPORT: Viewport = { width: 390, height: 844 };
