import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chooseEngine } from '../../dynamodb/choose-engine.ts';
import type { DynamoDbEngine } from '../../dynamodb/engine.ts';

const installed = async () => {};
const missing = () => Promise.reject(new Error('not installed'));
const engine = (name: 'embedded' | 'amazon', check: DynamoDbEngine['check']): DynamoDbEngine => ({
  name,
  title: name,
  file: `${name}.db`,
  check,
  prepare: async () => ({ command: [] }),
});
const both = [engine('embedded', installed), engine('amazon', installed)];

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sluice-engines-'));
  await writeFile(join(dataDir, 'amazon.db'), '');
});
afterAll(() => rm(dataDir, { recursive: true }));

describe('without a name', () => {
  const before = process.env.CDK_LOCAL_DYNAMODB;
  beforeAll(() => {
    delete process.env.CDK_LOCAL_DYNAMODB;
  });
  afterAll(() => {
    if (before !== undefined) process.env.CDK_LOCAL_DYNAMODB = before;
  });

  test('the embedded engine is chosen if its package is installed, otherwise Amazon’s', async () => {
    expect(await chooseEngine({ among: both })).toBe(both[0]);
    const onlyJava = [engine('embedded', missing), engine('amazon', installed)];
    expect(await chooseEngine({ among: onlyJava })).toBe(onlyJava[1]);
  });

  test('one sentence says what to install if neither can run', async () => {
    const among = [engine('embedded', missing), engine('amazon', missing)];
    const message = expect.stringMatching(/^No DynamoDB can run here: install Java 17 or later [^\n]+ embedded one\.$/);
    await expect(chooseEngine({ among })).rejects.toMatchObject({ code: 'no_engine', message });
  });

  test('the engine that wrote the data folder is chosen, so that its tables are kept', async () => {
    expect(await chooseEngine({ among: both, dataDir })).toBe(both[1]);
  });

  test('the environment variable names the engine', async () => {
    process.env.CDK_LOCAL_DYNAMODB = 'amazon';
    expect(await chooseEngine({ among: both })).toBe(both[1]);
    delete process.env.CDK_LOCAL_DYNAMODB;
  });
});

describe('with a name', () => {
  test('the engine of that name is chosen, installed or not: its own error says what to install', async () => {
    const among = [engine('embedded', missing), engine('amazon', installed)];
    expect(await chooseEngine({ name: 'embedded', among })).toBe(among[0]);
  });

  test('an unknown name is refused with the known ones', async () => {
    const message = 'There is no DynamoDB engine sqlite. Choose embedded or amazon.';
    await expect(chooseEngine({ name: 'sqlite' })).rejects.toMatchObject({ code: 'unknown_engine', message });
  });

  test('a data folder of the other engine is refused: its tables would seem to be lost', async () => {
    const choice = chooseEngine({ name: 'embedded', among: both, dataDir });
    const message = expect.stringMatching(/were written by the DynamoDB engine amazon.*Choose amazon, or another data/);
    await expect(choice).rejects.toMatchObject({ code: 'other_engine', message });
  });
});
