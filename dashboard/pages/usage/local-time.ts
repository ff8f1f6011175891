const two = (part: number): string => String(part).padStart(2, '0');

/** A moment as a `datetime-local` field takes it: to the minute, in the browser's zone. */
export function toLocalTime(at: number): string {
  const moment = new Date(at);
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The moment in a `datetime-local` field, in milliseconds since the epoch; NaN where the field holds none. */
export const fromLocalTime = (text: string): number => new Date(text).getTime();
