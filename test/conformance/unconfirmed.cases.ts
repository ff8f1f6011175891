import { expect, test } from '@jest/globals';
import { unconfirmed } from '../../packages/cdk-local/http-api/unconfirmed.ts';
import { call, post, send } from '../support/rpc.ts';
import { expectOwnAnswer } from './authentication.cases.ts';
import type { Target } from './deployed-target.ts';

const origin = 'https://app.example';

/**
 * Cases in which API Gateway itself answers, and neither AWS's documentation nor a recorded answer says how. The local
 * runtime must answer as it assumes (packages/cdk-local/http-api/unconfirmed.ts). On a deployed stage they are
 * observations, by which the assumptions can be corrected.
 */
export function unconfirmedCases(target: () => Target): void {
  const { tooLarge, headersTooLarge, malformedPath, preflightStatus } = unconfirmed;

  test.each([
    ['7 MB, more than Lambda allows,', 7],
    ['over 10 MB', 10],
  ])(`a body of %s gets ${tooLarge.status}`, async (_size, megabytes) => {
    const body = call('getHealth', 'x'.repeat(megabytes * 1_048_576));
    const answer = await post(target().endpoint('devnet'), await target().key(), body);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([tooLarge.status, { message: tooLarge.message }]);
  });

  test(`headers of over 10,240 bytes get ${headersTooLarge.status}`, async () => {
    const headers = { 'X-API-KEY': await target().key(), 'X-Filler': 'x'.repeat(11_000) };
    const answer = await send(target().endpoint('devnet'), { headers, body: call('getHealth') });
    expect([answer.status, answer.body]).toEqual([headersTooLarge.status, expect.stringContaining('message')]);
  });

  test(`a path that cannot be decoded gets ${malformedPath.status}`, async () => {
    const answer = await post(`${target().endpoint('devnet')}%zz`, await target().key(), call('getHealth'));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      malformedPath.status,
      { message: malformedPath.message },
    ]);
  });

  test('404 has the headers of 401 and 403', async () => {
    const answer = await post(`${target().endpoint('devnet')}x`, await target().key(), call('getHealth'));
    expectOwnAnswer(answer, 404, 'Not Found');
  });

  test('an endpoint’s path takes a slash at its end, and nothing behind it', async () => {
    const answerOf = async (suffix: string) =>
      post(`${target().endpoint('devnet')}${suffix}`, await target().key(), call('getHealth'));
    expect((await answerOf('/')).status).toBe(200);
    expect((await answerOf('/x')).status).toBe(404);
  });

  test(`a preflight gets ${preflightStatus}`, async () => {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
    expect((await send(target().endpoint('devnet'), { method: 'OPTIONS', headers })).status).toBe(preflightStatus);
  });

  test('a web page can read that its key is refused', async () => {
    const answer = await post(target().endpoint('devnet'), 'not-a-key', call('getHealth'), { Origin: origin });
    expect(answer.status).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBe(unconfirmed.corsOnOwnAnswers ? '*' : undefined);
  });
}
