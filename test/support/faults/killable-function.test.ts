import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemTimer } from '../../../packages/cdk-local/time.ts';
import { KillableFunction } from './killable-function.ts';

let folder: string;
let running: KillableFunction;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'killable-'));
});
afterEach(async () => {
  await running.stop();
  rmSync(folder, { recursive: true });
});

function start(code: string, options: { skewMs?: number; kills?: (number | undefined)[] } = {}): KillableFunction {
  writeFileSync(join(folder, 'index.mjs'), code);
  const definition = {
    name: 'test',
    arn: 'arn:test',
    roleArn: 'arn:role',
    folder,
    handler: 'index.handler',
    runtime: 'nodejs24.x',
    memoryMegabytes: 128,
    timeoutSeconds: 20,
    logGroupName: 'test',
    variables: {},
  };
  running = new KillableFunction({
    definition,
    variables: async () => ({}),
    onLine: () => {},
    timer: systemTimer,
    concurrency: 2,
    skewMs: () => options.skewMs ?? 0,
    killAfterMs: () => options.kills?.shift(),
  });
  return running;
}

describe('a killable function', () => {
  test('has environments whose clocks are off', async () => {
    const hour = 3_600_000;
    const outcome = await start('export const handler = async () => Date.now();', { skewMs: hour }).invoke('{}');
    const said = outcome.ok ? Number(outcome.payload) : 0;
    expect(Math.round((said - Date.now()) / hour)).toBe(1);
  });

  test('is killed in the middle of an invocation, which fails, and serves the next one in another environment', async () => {
    const code = 'let n = 0; export const handler = (event) => (event.hangs ? new Promise(() => {}) : (n += 1));';
    const one = start(code, { kills: [undefined, 5] });
    expect(await one.invoke('{}')).toEqual({ ok: true, payload: '1' });
    expect(await one.invoke('{"hangs":true}')).toMatchObject({ ok: false });
    expect(await one.invoke('{}')).toEqual({ ok: true, payload: '1' });
    expect(one.kills).toBe(1);
  });

  test('serves at most the allowed number of invocations at once', async () => {
    const one = start('export const handler = async ({ id }) => id;');
    const ids = Array.from({ length: 10 }, (_, id) => id);
    const outcomes = await Promise.all(ids.map((id) => one.invoke(JSON.stringify({ id }))));
    expect(outcomes.map((outcome) => outcome.ok && Number(outcome.payload))).toEqual(ids);
  });
});
