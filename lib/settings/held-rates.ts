/**
 * The highest rate of a plan that holds under load, overload and faults, by the answer time of the nodes in ms. Made by
 * `npm run lab -- scale hot-keys`, which simulates the request path; docs/scale.md has the figures.
 */
export const heldRates = { 50: 900, 100: 900, 200: 900, 400: 800 };

/** Calls a second that a plan may allow a key: no key may get a promise that slower nodes break. */
export const maxCallsPerSecond = Math.min(...Object.values(heldRates));
