import { describe, expect, test } from '@jest/globals';
import { errorText, exitCodeOf, exitCodes, UsageError } from '../../bin/command-errors.ts';
import { AwsError } from '../../src/aws/retry.ts';
import { AccountBusyError } from '../../src/directory/change-account.ts';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { UserNotFoundError } from '../../src/users/user-errors.ts';
import { tableRows } from '../docs/pages.ts';

const named = (name: string) => Object.assign(new Error(name), { name });
const coded = (code: string) => Object.assign(new Error(code), { code });
const failure = { status: 400 };

describe('an error becomes an exit code', () => {
  test.each<[string, unknown, number]>([
    ['invalid usage', new UsageError('no'), 2],
    ['a change that others prevent', new AccountBusyError('acme'), 3],
    ['a rotation with another grace period', coded('grace_running'), 3],
    ['an account whose user is gone', new UserNotFoundError(), 4],
    ['a missing permission, in the SDK', named('AccessDeniedException'), 3],
    ['a missing permission, in the gateway’s client', new AwsError('AccessDeniedException', 'no', failure), 3],
    ['throttling', new AwsError('ThrottlingException', 'slow down', failure), 3],
    ['the limit of Cognito’s mails', new AwsError('LimitExceededException', 'Exceeded daily email limit', failure), 3],
    ['a missing table', named('ResourceNotFoundException'), 4],
    ['a missing file', coded('ENOENT'), 4],
    ['no answer', new NoAnswerError('timeout'), 5],
    ['no connection to any address of the host', new AggregateError([coded('ECONNREFUSED')]), 5],
    ['no such host', coded('ENOTFOUND'), 5],
    ['no credentials', named('CredentialsProviderError'), 5],
    ['outdated credentials', named('ExpiredTokenException'), 5],
    ['no region', new Error('Region is missing'), 5],
    ['anything else', new Error('unexpected'), 1],
    ['a value that is not an error', 'unexpected', 1],
  ])('%s', (_, error, exitCode) => {
    expect(exitCodeOf(error)).toBe(exitCode);
  });

  test('that docs/cli.md explains', () => {
    const codes = tableRows('docs/cli.md').filter((cells) => cells.length === 3 && /^\d$/.test(cells[0] ?? ''));
    expect(codes.map(([code]) => Number(code))).toEqual(Object.values(exitCodes));
  });
});

describe('an error becomes a text', () => {
  test('in one line, without invisible characters', () => {
    expect(errorText(new Error('a\nb\u202e'))).toBe('a\\u{a}b\\u{202e}\n');
  });

  test('with the usage if the arguments are invalid', () => {
    expect(errorText(new UsageError('--x is empty.', 'npm run x'))).toBe('--x is empty.\nUsage: npm run x\n');
  });
});
