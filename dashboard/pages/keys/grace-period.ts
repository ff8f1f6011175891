/** The API's limit (src/keys/grace-hours.ts), which a test compares: a shared file would be one more to load. */
const mostHours = 168;

/** How long the old secret keeps working: hours, or a number to type. */
export const graceChoices = [
  { value: '0', label: 'None' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: 'other', label: 'Other' },
] as const;

export type GraceChoice = (typeof graceChoices)[number]['value'];

/** The hours that were chosen, or typed for `other`; undefined if they are invalid. */
export function graceHours(choice: GraceChoice, typed: string): number | undefined {
  const text = choice === 'other' ? typed.trim() : choice;
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return hours <= mostHours ? hours : undefined;
}

/** What is wrong with typed hours, with the API's message (`invalid-grace`). */
export const graceProblem = (typed: string): string | undefined =>
  graceHours('other', typed) === undefined
    ? `The grace period must be a whole number of hours from 0 to ${mostHours}.`
    : undefined;

/** A number of hours: `1 hour`, `30 hours`, `7 days`. */
export function formatHours(hours: number): string {
  if (hours >= 48 && hours % 24 === 0) return `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
