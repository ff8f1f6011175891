import { beforeEach, describe, expect, test } from '@jest/globals';
import { createUnknownKeyCounter, type UnknownKeyCounter } from '../../src/keys/authorize.ts';
import { createLog } from '../../src/log.ts';

let now: number;
let lines: unknown[];
let unknownKeys: UnknownKeyCounter;

beforeEach(() => {
  now = Date.UTC(2026, 10, 20, 12);
  lines = [];
  const log = createLog('info', (line) => lines.push(JSON.parse(line)));
  unknownKeys = createUnknownKeyCounter(log, () => now);
});

const line = (malformed: number, unknown: number) => ({
  level: 'info',
  event: 'unknown_keys_refused',
  malformed,
  unknown,
});

describe('refusals of unknown keys', () => {
  test('are logged at the first one, so that a single one is visible', () => {
    unknownKeys.count('unknown');
    expect(lines).toEqual([line(0, 1)]);
  });

  test('cost one log line a minute, however many there are, and all of them are counted', () => {
    for (let count = 0; count < 100_000; count += 1) {
      unknownKeys.count(count % 4 === 0 ? 'unknown' : 'malformed');
      now += 1;
    }
    expect(lines).toEqual([line(0, 1), line(45_000, 15_000)]);
    now += 60_000;
    unknownKeys.count('malformed');
    expect(lines.at(-1)).toEqual(line(30_001, 9_999));
  });
});
