/** The most requests in an export: the newest. */
export const mostRequests = 100_000;
