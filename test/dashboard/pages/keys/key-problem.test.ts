import { describe, expect, test } from '@jest/globals';
import { ApiError, UnreachableError } from '../../../../dashboard/api/api-errors.ts';
import { type KeyTask, keyProblem, nameRefusal } from '../../../../dashboard/pages/keys/key-problem.ts';
import type { ProblemCode } from '../../../../src/management-api/problems.ts';

const tasks: readonly KeyTask[] = ['create', 'rename', 'rotate', 'revoke'];

const refusal = (code: ProblemCode, detail = 'the API’s words', errors?: { at: string; message: string }[]) =>
  new ApiError(new Response(null, { status: 409 }), { code, title: 'A title', detail, ...(errors && { errors }) });

describe('the reason why an action on a key failed', () => {
  test.each(['key_revoked', 'key_not_found', 'account_busy', 'idempotency_conflict'] as const)(
    'is explained for %s with the next step, without an id',
    (code) => {
      const words = keyProblem(refusal(code, 'Key key_01M7 …'), 'rename');
      expect(words?.title).not.toBe('');
      expect(words?.text).not.toMatch(/key_/);
      expect(words?.leadsToPlan).toBeUndefined();
    },
  );

  test('is the API’s message for the key limit, with a link to the plans', () => {
    const words = keyProblem(refusal('key_limit_reached', 'The free plan allows 3 keys.'), 'create');
    expect(words).toMatchObject({ text: 'The free plan allows 3 keys.', leadsToPlan: true });
  });

  test('is the end of a grace period that runs', () => {
    const problem = { code: 'grace_running', title: 'A title', detail: '', graceEndsAt: '2026-11-25T10:00:00.000Z' };
    const words = keyProblem(new ApiError(new Response(null, { status: 409 }), problem), 'rotate');
    expect(words?.text).toContain('25 Nov 2026');
  });

  test('is the lack of an active plan, with a link to the plans', () => {
    const words = keyProblem(refusal('no_active_plan'), 'create');
    expect(words).toMatchObject({ title: 'You have no active plan', leadsToPlan: true });
  });

  test('names no dialog, because a page can show it as well', () => {
    const errors = [
      new UnreachableError({ cause: undefined }),
      ...(['key_not_found', 'idempotency_conflict'] as const).map((code) => refusal(code)),
    ];
    const texts = errors.flatMap((error) => tasks.map((task) => keyProblem(error, task)?.text));
    expect(texts.filter((text) => text === undefined || text.includes('dialog'))).toEqual([]);
  });

  test('says what may have happened if there was no answer', () => {
    const texts = tasks.map((task) => keyProblem(new UnreachableError({ cause: undefined }), task)?.text);
    expect(new Set(texts).size).toBe(tasks.length);
    expect(texts).not.toContain(undefined);
  });

  test('is left to the API’s message for other errors', () => {
    expect(keyProblem(refusal('internal_error'), 'create')).toBeUndefined();
    expect(keyProblem(new Error('of another kind'), 'create')).toBeUndefined();
  });
});

describe('the API’s refusal of a name', () => {
  test('is its message on the name', () => {
    expect(nameRefusal(refusal('invalid_key_name', 'A key needs a name.'))).toBe('A key needs a name.');
  });

  test('is its message on that part of the body', () => {
    const errors = [{ at: 'body.name', message: 'Invalid length' }];
    expect(nameRefusal(refusal('invalid_request', 'body.name: Invalid length', errors))).toBe('Invalid length');
  });

  test('is undefined for other errors', () => {
    expect(nameRefusal(refusal('invalid_request', 'body', [{ at: 'body', message: 'is not JSON' }]))).toBeUndefined();
    expect(nameRefusal(refusal('key_revoked'))).toBeUndefined();
    expect(nameRefusal(new UnreachableError({ cause: undefined }))).toBeUndefined();
    expect(nameRefusal(null)).toBeUndefined();
  });
});
