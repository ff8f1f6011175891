import type { AdmittedCalls, Limits, LimitWindow } from '../../../src/limits/limit-status.ts';
import { dayOf, secondOfDay } from '../../../src/time.ts';

type GiveBack = { readonly n: number; readonly startAt: number; endAt?: number };

/** One request from its caller's view. Times are true times in ms since the epoch unless noted. */
export type LoggedRequest = {
  readonly key: string;
  readonly process: number;
  readonly n: number;
  readonly limits: Limits;
  readonly startAt: number;
  endAt?: number;
  admitted?: AdmittedCalls;
  refusedBy?: LimitWindow;
  /** The window that refused it. */
  refusedIn?: string;
  /** A try was lost: a refused or failed request may be counted until its process corrects it. */
  unclean: boolean;
  /** Windows in which the request may be counted without an answer. */
  readonly mayCountIn: Set<string>;
  giveBack?: GiveBack;
};

export const dayName = (key: string, day: string) => `${key}#${day}`;
export const secondName = (key: string, day: string, second: number) => `${key}#${day}#${second}`;

/** Notes that a process with that time may count a request in its day, its second and the next second. */
export function noteTime({ key, mayCountIn }: LoggedRequest, at: number): void {
  for (const ahead of [0, 1_000]) {
    mayCountIn.add(dayName(key, dayOf(at + ahead)));
    mayCountIn.add(secondName(key, dayOf(at + ahead), secondOfDay(at + ahead)));
  }
}

/** The window of a kind that an admitted request is counted in. */
export const windowOf = ({ key }: LoggedRequest, { day, second }: AdmittedCalls, window: LimitWindow): string =>
  window === 'day' ? dayName(key, day) : secondName(key, day, second);

export const limitOf = ({ limits }: LoggedRequest, window: LimitWindow): number =>
  window === 'day' ? limits.callsPerDay : limits.callsPerSecond;
