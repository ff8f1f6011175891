import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type ServedApi, serveApi } from '../api/served-api.ts';
import { amplify, resetAmplify } from './amplify.ts';

const { recover } = await import('../../../dashboard/session/recovery.ts');

const credentials = { email: 'you@example.com', password: 'correct horse battery' };
const refusal = {
  status: 401,
  body: { code: 'recovery_refused', title: 'Recovery refused', detail: 'The address, password or code is wrong.' },
};
const output = (signInStep: string) => ({ nextStep: { signInStep } });

let served: ServedApi;
beforeAll(async () => {
  served = await serveApi();
});
beforeEach(() => {
  resetAmplify();
  served.received.length = 0;
});
afterAll(() => served.close());

test('sends the address, the password and the code, without a session', async () => {
  served.answer = () => ({});
  await recover(served.api, credentials, 'abcdefghjk');
  expect(served.received).toMatchObject([
    { method: 'POST', path: '/v1/recover', body: JSON.stringify({ ...credentials, code: 'abcdefghjk' }) },
  ]);
});

test('reports a wrong code, because the second factor is still on', async () => {
  served.answer = () => refusal;
  amplify.signIn.mockResolvedValue(output('CONFIRM_SIGN_IN_WITH_TOTP_CODE'));
  await expect(recover(served.api, credentials, 'wrong')).rejects.toMatchObject({ code: 'recovery_refused' });
});

test('succeeds if the second factor is off: the answer to an earlier try was lost', async () => {
  served.answer = () => refusal;
  amplify.signIn.mockResolvedValue(output('DONE'));
  await expect(recover(served.api, credentials, 'abcdefghjk')).resolves.toBeUndefined();
});

test('says how long to wait', async () => {
  served.answer = () => ({ status: 429, headers: { 'retry-after': '90' }, body: { code: 'too_many_requests' } });
  await expect(recover(served.api, credentials, 'x')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 90 });
  expect(amplify.signIn).not.toHaveBeenCalled();
});
