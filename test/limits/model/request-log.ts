import type { AdmittedCalls, Limits, LimitWindow } from '../../../src/limits/limit-status.ts';
import { dayOf, secondOfDay } from '../../../src/time.ts';

type GiveBack = { readonly n: number; readonly startAt: number; endAt?: number };

/** One request as its caller sees it; times in ms since the epoch, and true unless said otherwise. */
export type LoggedRequest = {
  readonly key: string;
  readonly process: number;
  readonly n: number;
  readonly limits: Limits;
  readonly startAt: number;
  endAt?: number;
  admitted?: AdmittedCalls;
  refusedBy?: LimitWindow;
  /** The second that refused it, or the day. */
  refusedIn?: string;
  /** A try was lost: a request that was not admitted may be counted, until its process corrects that. */
  unclean: boolean;
  /** Windows in which it may be counted though nobody was told. */
  readonly mayCountIn: Set<string>;
  giveBack?: GiveBack;
};

export const dayName = (key: string, day: string) => `${key}#${day}`;
export const secondName = (key: string, day: string, second: number) => `${key}#${day}#${second}`;

/** Notes that a process with that time may count a request in the day, in the second, and in the one after it. */
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
