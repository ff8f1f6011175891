/** The spans of time that calls are tallied by, and how long each tally is kept, in seconds. */
export const spans = {
  /** Two days, as the dashboard's finest view. */
  minute: { length: 'YYYY-MM-DDTHH:MM'.length, keepSeconds: 2 * 86_400 },
  /** Beyond the longest history of any plan, so that a year can be set beside the year before. */
  hour: { length: 'YYYY-MM-DDTHH'.length, keepSeconds: 400 * 86_400 },
} as const;

export type Span = keyof typeof spans;

/** The UTC minute or hour a moment lies in, like `2026-11-20T14:25` or `2026-11-20T14`. */
export const bucketOf = (span: Span, at: number): string => new Date(at).toISOString().slice(0, spans[span].length);
