import { afterAll, beforeAll, describe } from '@jest/globals';
import { authenticationCases } from './authentication.cases.ts';
import { callCases } from './call.cases.ts';
import { httpCases } from './http.cases.ts';
import { limitCases } from './limit.cases.ts';
import { refusedKeyCases } from './refused-key.cases.ts';
import { deployedTarget, type LocalTarget, localTarget, type Target } from './target.ts';
import { upstreamCases } from './upstream.cases.ts';

// One suite for every gateway. What needs a hand on its tables or its nodes is tried on the local runtime alone.

const deployed = deployedTarget(process.env);

if (deployed) {
  describe(`the deployed gateway at ${process.env.SLUICE_URL}`, () => onAnyTarget(() => deployed));
} else {
  let local: LocalTarget;
  beforeAll(async () => {
    local = await localTarget();
  }, 60_000);
  afterAll(() => local?.stop());

  describe('the local runtime', () => {
    onAnyTarget(() => local);
    describe('keys that are refused', () => refusedKeyCases(() => local));
    describe('limits', () => limitCases(() => local));
    describe('sick nodes', () => upstreamCases(() => local));
  });

  describe('the local runtime, tried as a deployed stage is: by one address and one key', () => {
    let stage: Target;
    beforeAll(async () => {
      const { secret } = await local.local.newKey({ planId: 'developer' });
      const target = deployedTarget({ SLUICE_URL: local.endpoint('mainnet'), SLUICE_KEY: secret });
      if (!target) throw new Error('the local runtime has no address');
      stage = target;
    });
    onAnyTarget(() => stage);
  });
}

function onAnyTarget(target: () => Target): void {
  describe('HTTP', () => httpCases(target));
  describe('authentication', () => authenticationCases(target));
  describe('calls', () => callCases(target));
}
