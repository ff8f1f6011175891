const hour = 3_600_000;
const hours = 24;

/** The start of the last 24 hours, the current one included, ISO 8601. It changes once an hour, and the query with it. */
export const lastDayFrom = (now: number): string => new Date((Math.floor(now / hour) - hours + 1) * hour).toISOString();
