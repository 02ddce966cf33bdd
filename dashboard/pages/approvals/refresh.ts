/** How often what waits for a decision is read anew while it is visible. */
export const REFRESH_EVERY_MS = 15_000;
