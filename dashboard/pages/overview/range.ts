const hour = 3_600_000;

/** How many hours the overview looks back, the one that runs included. */
export const hoursBack = 24;

/** The overview's range at a moment: the hour that runs and those before it, hour by hour. The same for a whole hour. */
export function rangeAt(now: number) {
  const runningHour = Math.floor(now / hour) * hour;
  return { from: new Date(runningHour - (hoursBack - 1) * hour).toISOString(), span: 'hour' } as const;
}
