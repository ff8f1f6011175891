import { rememberedChoice } from './remembered-choice.ts';

// UTC is the default because quotas and usage days are UTC days.
const choices = ['utc', 'local'] as const;

/** How times are shown. */
export type TimeZoneChoice = (typeof choices)[number];

const choice = rememberedChoice('time-zone', choices);

/** The browser's own time zone: `Europe/Berlin`. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone in which the dashboard shows times: `UTC` or the browser's. */
export const shownTimeZone = (): string => (choice.current() === 'utc' ? 'UTC' : localTimeZone());

/** Changes the time zone of the whole dashboard, and remembers it. */
export const chooseTimeZone = choice.choose;

/** The choice, now and after each change. */
export const useTimeZoneChoice = choice.useChosen;

/** {@link shownTimeZone}, now and after each change. */
export function useTimeZone(): string {
  useTimeZoneChoice();
  return shownTimeZone();
}
