import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { dynamoDbOptions, makeTable } from '../../support/dynamodb.ts';
import { runAsProcess, runInHost, runWithoutAws } from '../../support/program-host.ts';
import { plans, settings } from '../../support/settings.ts';

const programRun = (args: readonly string[]) => runWithoutAws('bin/demo.ts', args);

const run = (...args: string[]) => runInHost(programRun(args));

const complete: readonly (readonly [string, string])[] = [
  ['--account', 'a'],
  ['--email', 'a@b.example'],
  ['--directory', 'D'],
  ['--records', 'R'],
  ['--admissions', 'A'],
  ['--endpoint', 'http://127.0.0.1:1'],
];

describe('the demo refuses wrong use with its usage and exit code 2', () => {
  test.each(complete.map(([name]) => name))('without %s, or with an empty one', async (name) => {
    const others = complete.filter(([other]) => other !== name).flat();
    const missing = await run(...others);
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toMatch(new RegExp(`^${name} is missing\\.\nUsage: node bin/demo\\.ts --account ID`));
    expect(await run(...others, name, '')).toMatchObject({ code: 2, err: expect.stringMatching(`^${name} is empty`) });
  });

  test('with a further argument, or an endpoint that is not a URL', async () => {
    expect(await run(...complete.flat(), 'again')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Unexpected/),
    });
    const others = complete.slice(0, -1).flat();
    const wrong = await run(...others, '--endpoint', 'AWS');
    expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/^--endpoint must be a URL/) });
  });
});

test('the demo makes no more keys than the plan of the settings allows', async () => {
  const [directory, records, admissions] = await Promise.all([makeTable(true), makeTable(true), makeTable(false)]);
  const file = join(mkdtempSync(join(tmpdir(), 'demo-')), 'settings.json');
  writeFileSync(file, JSON.stringify({ ...settings, plans: [{ ...plans.free, keys: 1 }] }));
  const tables = ['--directory', directory, '--records', records, '--admissions', admissions];
  const given = ['--account', 'a', '--email', 'a@b.example', ...tables, '--endpoint', dynamoDbOptions().endpoint];
  const run = programRun(given);
  const { code, out, err } = await runAsProcess({ ...run, env: { ...run.env, SLUICE_CONFIG: file } });
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({ planId: 'free', keys: [{ name: 'production' }] });
});

test('the demo ends with exit code 5 if DynamoDB does not answer', async () => {
  expect(await run(...complete.flat())).toMatchObject({ code: 5, err: 'connect ECONNREFUSED 127.0.0.1:1\n' });
});
