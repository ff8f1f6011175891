import { useSyncExternalStore } from 'react';
import * as v from 'valibot';

const choiceSchema = v.fallback(v.picklist(['utc', 'local']), 'utc');

/** How times are shown. UTC is the default because quotas and usage days are UTC days. */
export type TimeZoneChoice = v.InferOutput<typeof choiceSchema>;

const storageKey = 'time-zone';
const listeners = new Set<() => void>();
let chosen = v.parse(choiceSchema, read());

/** The browser's own time zone: `Europe/Berlin`. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone in which the dashboard shows times: `UTC` or the browser's. */
export const shownTimeZone = (): string => (chosen === 'utc' ? 'UTC' : localTimeZone());

/** Changes the time zone of the whole dashboard, and remembers it. */
export function chooseTimeZone(choice: TimeZoneChoice): void {
  chosen = choice;
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage may be full or blocked: the choice then lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** The choice, now and after each change. */
export const useTimeZoneChoice = (): TimeZoneChoice =>
  useSyncExternalStore(
    followChoice,
    () => chosen,
    () => chosen,
  );

/** {@link shownTimeZone}, now and after each change. */
export function useTimeZone(): string {
  useTimeZoneChoice();
  return shownTimeZone();
}

function followChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
