import { afterAll, beforeAll, describe } from '@jest/globals';
import { onAnyTarget, onLocalTarget } from './cases.ts';
import { commandCases } from './command.cases.ts';
import { deployedTarget, type LocalTarget, localTarget } from './target.ts';

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

  describe('the command', () => commandCases(() => local));
}
