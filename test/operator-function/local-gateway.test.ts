import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localAccess } from '../../bin/local-access.ts';
import { createOperator, type Operator } from '../../packages/construct/operator/operator.ts';
import { startTestRuntime, type TestRuntime } from '../support/test-runtime.ts';

// The operator's function of npm start, with the client and the variables that --print-env gives a shell.

const nowhere = ['http://127.0.0.1:9'];
const endpointBefore = process.env.AWS_ENDPOINT_URL_LAMBDA;

let local: TestRuntime;
beforeAll(async () => {
  local = await startTestRuntime({ mainnet: nowhere, devnet: nowhere }, { operatorFunction: true });
  process.env.AWS_ENDPOINT_URL_LAMBDA = local.runtime.gateUrl;
});
afterAll(async () => {
  if (endpointBefore === undefined) delete process.env.AWS_ENDPOINT_URL_LAMBDA;
  else process.env.AWS_ENDPOINT_URL_LAMBDA = endpointBefore;
  await local?.stop();
});

function operatorAs(credentials: typeof localAccess.credentials): Operator {
  const functionName = local.runtime.outputs.OperatorFunction ?? '';
  return createOperator({ functionName, region: localAccess.region, credentials: async () => credentials });
}

test('a program creates an account and a key, and the activity names who did it', async () => {
  const operator = operatorAs(localAccess.credentials);
  const { accountId } = await operator.accounts.create('ann@example.com', { plan: 'business' });
  const { key } = await operator.keys.create(accountId, 'production');
  const rows = await operator.run(['accounts', 'activity', accountId]);
  const client = 'operator function of arn:aws:iam::000000000000:user/local-administrator';
  expect(rows).toContainEqual(expect.objectContaining({ action: 'key_created', keyId: key.keyId, client }));
});

test('keys that are not the local operator’s are refused, and nothing is done', async () => {
  const stranger = operatorAs({ ...localAccess.credentials, accessKeyId: 'AKIASTRANGER00000000' });
  await expect(stranger.accounts.create('bob@example.com')).rejects.toMatchObject({ code: 'unreachable' });
  const operator = operatorAs(localAccess.credentials);
  await expect(operator.accounts.show('bob@example.com')).rejects.toMatchObject({ code: 'not_found' });
});
