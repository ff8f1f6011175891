import { describe, expect, test } from '@jest/globals';
import { withinLambdasLimit } from '../../bin/operator/function/answer-size.ts';
import { maxAnswerBytes, NoAnswerError } from '../../src/http/http-exchange.ts';
import { signIdentity } from '../../src/operator-function/caller-identity.ts';
import { verifyCaller } from '../../src/operator-function/verify-caller.ts';

const at = Date.UTC(2026, 10, 26, 17, 45);
const keys = { accessKeyId: 'AKIABACKEND000000000', secretAccessKey: 'secret' };
const identity = signIdentity({ region: 'eu-west-1', digest: 'd', at }, keys);
const Arn = 'arn:aws:iam::123456789012:user/backend';
const body = (arn: string) => JSON.stringify({ GetCallerIdentityResponse: { GetCallerIdentityResult: { Arn: arn } } });

const verify = (now: number, answer = body(Arn)) => {
  const askSts = async () => ({ status: 200, headers: {}, body: Buffer.from(answer) });
  return verifyCaller({ region: 'eu-west-1', askSts, clock: () => now }, identity, 'd');
};

describe('a signature', () => {
  test.each([
    ['as old as five minutes', 5 * 60_000, true],
    ['from five minutes in the future', -5 * 60_000, true],
    ['older', 5 * 60_000 + 1, false],
    ['further in the future', -5 * 60_000 - 1, false],
  ])('%s: %p ms', async (_, age, isTaken) => {
    const result = verify(at + age);
    if (isTaken) expect(await result).toBe(Arn);
    else
      await expect(result).rejects.toMatchObject({ code: 'caller_unknown', message: expect.stringContaining('clock') });
  });

  test.each(['', 'Arn', 'arn:aws:iam::1:user/x', `${Arn}\n`, `${Arn} x`, 'arn:evil:iam::123456789012:user/x'])(
    'the principal %p is none',
    async (arn) => {
      await expect(verify(at, body(arn))).rejects.toMatchObject({ code: 'caller_unknown' });
    },
  );

  test('cannot be checked while STS does not answer', async () => {
    const askSts = () => Promise.reject(new NoAnswerError('timeout'));
    const asked = verifyCaller({ region: 'eu-west-1', askSts, clock: () => at }, identity, 'd');
    await expect(asked).rejects.toMatchObject({ code: 'caller_unverified' });
  });
});

describe('an answer', () => {
  const answerOf = (bytes: number) => {
    const empty = { exitCode: 0, out: '', err: '' };
    return { ...empty, out: 'a'.repeat(bytes - JSON.stringify(empty).length) };
  };

  test('of the most that Lambda returns is returned', () => {
    const answer = answerOf(maxAnswerBytes);
    expect(withinLambdasLimit(answer)).toBe(answer);
  });

  test('that is longer says what to do', () => {
    expect(withinLambdasLimit(answerOf(maxAnswerBytes + 1))).toEqual({
      exitCode: 3,
      out: '',
      err: 'The answer has 6.3 MB, and Lambda returns 6 MB. Ask for less: --limit for a page, --account for one account.\n',
    });
  });
});
