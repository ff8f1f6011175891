import { expect, test } from '@jest/globals';
import { effort } from '../support/effort.ts';
import { aftermath, fuzz } from './fuzz.ts';
import type { World } from './security-world.ts';

export function hostileClientCases(running: () => World): void {
  test('hostile requests get no 5xx, no hang and no secret; quotas, logs and records stay correct', async () => {
    await fuzz(running(), { cases: effort(400, 10_000), lanes: 4, seed: Date.now() % 1_000_000_000 });
    expect(await aftermath(running())).toEqual([]);
  });
}
