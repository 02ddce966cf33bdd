/** How often pending requests are read again while they are visible. */
export const REFRESH_EVERY_MS = 15_000;
