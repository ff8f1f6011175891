/** How many calls one key may make. */
export type Limits = { readonly callsPerSecond: number; readonly callsPerDay: number };
