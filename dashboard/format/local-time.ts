// A year is typed digit by digit: what is so long ago is half of one.
const firstYear = 2000;

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** A moment as `<input type="datetime-local">` shows it, in the browser's zone; empty for none. */
export function toLocalInput(moment: string | undefined): string {
  if (moment === undefined) return '';
  const at = new Date(moment);
  const date = [pad(at.getFullYear(), 4), pad(at.getMonth() + 1), pad(at.getDate())].join('-');
  const seconds = at.getSeconds() === 0 ? [] : [at.getSeconds()];
  return `${date}T${[at.getHours(), at.getMinutes(), ...seconds].map((part) => pad(part)).join(':')}`;
}

/** The moment that such a field shows, ISO 8601 in UTC; undefined while it shows none. */
export function fromLocalInput(value: string): string | undefined {
  const at = new Date(value);
  return at.getFullYear() >= firstYear ? at.toISOString() : undefined;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** A moment as a `datetime-local` field takes it: to the minute, in the browser's zone. */
export function toLocalTime(at: number): string {
  const moment = new Date(at);
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The moment in a `datetime-local` field, in milliseconds since the epoch; NaN where the field holds none. */
export const fromLocalTime = (text: string): number => new Date(text).getTime();
