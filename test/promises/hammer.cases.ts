import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { effort } from '../support/effort.ts';
import { requestsIn, untilRecorded } from '../support/held-refusals.ts';
import { plans } from '../support/settings.ts';
import { type TestRuntime, usageOf } from '../support/test-runtime.ts';
import type { Hammered } from './hammer.ts';

const { callsPerSecond } = plans.free.limits;
const processes = 4;
const connections = 4;
const seconds = effort(4, 10);
/** In ms, between the requests of a connection. With it, all send six times as many as are admitted. */
const pauseMs = effort(250, 0);

async function hammer(url: string, secret: string): Promise<Hammered> {
  const child = fork(new URL('./hammer.ts', import.meta.url), [
    url,
    secret,
    String(connections),
    String(seconds),
    String(pauseMs),
  ]);
  const [counted] = await once(child, 'message');
  return counted as Hammered;
}

/** How many records there are of each second that calls were counted in. */
function bySecond(seconds: readonly (number | undefined)[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const second of seconds) if (second !== undefined) counts.set(second, (counts.get(second) ?? 0) + 1);
  return counts;
}

export function hammerCases(running: () => TestRuntime): void {
  test('four processes with four connections each get exactly the free plan’s calls a second, and all agree', async () => {
    const { newKey, runtime } = running();
    const key = await newKey();
    const url = runtime.endpoints.devnet ?? '';
    const counted = await Promise.all(Array.from({ length: processes }, () => hammer(url, key.secret)));
    const sum = (name: 'admitted' | 'refused' | 'other') => counted.reduce((total, one) => total + one[name], 0);
    await untilRecorded(running(), key, sum('admitted') + sum('refused'));
    const { outcomes, records, admitted } = await usageOf(running(), key);

    expect(sum('other')).toBe(0);
    expect(outcomes).toEqual({ ok: sum('admitted'), rate_limited: sum('refused') });
    expect(requestsIn(records)).toBe(sum('admitted') + sum('refused'));
    expect(admitted).toBe(sum('admitted'));

    const perSecond = bySecond(records.map(({ admittedSecond }) => admittedSecond));
    expect(Math.max(...perSecond.values())).toBe(callsPerSecond);
    // A busy machine may not fill every second. A second in which a call was refused was full.
    const full = [...new Set(counted.flatMap(({ refusedIn }) => refusedIn))];
    expect(full.length).toBeGreaterThan(2);
    expect(full.map((second) => [second, perSecond.get(second)])).toEqual(
      full.map((second) => [second, callsPerSecond]),
    );
  });
}
