// A year is typed digit by digit, so an early year is half typed.
const firstYear = 2000;

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** An ISO 8601 time as the value of `<input type="datetime-local">`, in the browser's zone; empty for undefined. */
export function toLocalInput(moment: string | undefined): string {
  if (moment === undefined) return '';
  const at = new Date(moment);
  const date = [pad(at.getFullYear(), 4), pad(at.getMonth() + 1), pad(at.getDate())].join('-');
  const seconds = at.getSeconds() === 0 ? [] : [at.getSeconds()];
  return `${date}T${[at.getHours(), at.getMinutes(), ...seconds].map((part) => pad(part)).join(':')}`;
}

/** The time in such a field, ISO 8601 in UTC; undefined while the field is incomplete. */
export function fromLocalInput(value: string): string | undefined {
  const at = new Date(value);
  return at.getFullYear() >= firstYear ? at.toISOString() : undefined;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Epoch milliseconds as the value of a `datetime-local` field: to the minute, in the browser's zone. */
export function toLocalTime(at: number): string {
  const moment = new Date(at);
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The time in a `datetime-local` field in epoch milliseconds; NaN if the field is incomplete. */
export const fromLocalTime = (text: string): number => new Date(text).getTime();
