import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TestKey, usageOf } from '../support/test-runtime.ts';
import { onAnyTarget, onLocalTarget } from './cases.ts';
import { commandCases } from './command.cases.ts';
import { callsOfTheCases, deployedTarget, type LocalTarget, localTarget, type Target } from './target.ts';

// One suite for every gateway. What needs a hand on its tables or its nodes is tried on the local runtime alone.

const deployed = deployedTarget(process.env);

if (deployed) {
  describe(`the deployed gateway at ${process.env.SLUICE_URL}`, () => onAnyTarget(() => deployed));
} else {
  let local: LocalTarget;
  beforeAll(async () => {
    local = await localTarget();
  });
  afterAll(() => local?.stop());

  describe('the local runtime', () => onLocalTarget(() => local));

  describe('the local runtime, tested like a deployed stage: with one URL and one key', () => {
    let stage: Target;
    let key: TestKey;
    beforeAll(async () => {
      key = await local.local.newKey({ planId: 'developer' });
      const target = deployedTarget({ SLUICE_URL: local.endpoint('mainnet'), SLUICE_KEY: key.secret });
      if (!target) throw new Error('the local runtime has no address');
      stage = target;
    });
    onAnyTarget(() => stage);

    test('uses as many calls of the key as the command says', async () => {
      expect((await usageOf(local.local, key)).admitted).toBe(callsOfTheCases);
    });
  });

  describe('the command', () => commandCases(() => local));
}
