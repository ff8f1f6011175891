import { setTimeout as wait } from 'node:timers/promises';
import { type CallTarget, type LoadedCall, makeCall } from './load-call.ts';

/** A load of `rps` calls a second for so many seconds. */
export type Load = { readonly rps: number; readonly seconds: number };

/** Calls in flight at which further calls are not sent: more would measure this machine. */
const maxInFlight = 2_000;

export type SentLoad = {
  readonly calls: readonly LoadedCall[];
  /** Calls that were due but not sent, because too many were in flight. */
  readonly unsent: number;
};

/**
 * Sends each call when it is due, whether or not earlier ones are answered, so that a slow gateway gets as many calls as
 * a fast one. Resolves when all are answered.
 * @param stop ends the sending; `target.signal` also ends open calls
 */
export async function sendLoad({ rps, seconds }: Load, target: CallTarget, stop: AbortSignal): Promise<SentLoad> {
  const calls: Promise<LoadedCall>[] = [];
  let [inFlight, unsent] = [0, 0];
  const startedAt = target.clock();
  for (let due = 0; due < rps * seconds && !stop.aborted; due += 1) {
    const dueAt = startedAt + (due * 1_000) / rps;
    if (dueAt > target.clock()) await wait(dueAt - target.clock(), undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) break;
    if (inFlight >= maxInFlight) {
      unsent += 1;
      continue;
    }
    inFlight += 1;
    calls.push(
      makeCall(target, dueAt).finally(() => {
        inFlight -= 1;
      }),
    );
  }
  return { calls: await Promise.all(calls), unsent };
}
