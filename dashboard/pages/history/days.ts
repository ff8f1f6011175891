/** How long a plan keeps history: `1 day`, `30 days`. */
export const formatDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
