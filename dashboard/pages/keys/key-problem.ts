import { ApiError, UnreachableError } from '../../api/api-errors.ts';

/** What is done with a key. */
export type KeyTask = 'create' | 'rename' | 'rotate' | 'revoke';

/** Why it was not done, and what to do next. */
export type KeyProblem = { readonly title: string; readonly text: string; readonly leadsToPlan?: true };

const unanswered: Record<KeyTask, string> = {
  create: 'The key may have been made. Try again: sent again from here, it is made only once.',
  rename: 'The new name may have been saved. Trying again does no harm.',
  rotate:
    'The key may have been rotated, and its new secret lost on the way. If its first characters have changed in the ' +
    'list, rotate it again: only the lost secret then has a grace, and the one before it stops at once.',
  revoke: 'The key may have been revoked. Trying again does no harm.',
};

const refused: Readonly<Record<string, KeyProblem>> = {
  'key-revoked': {
    title: 'This key has been revoked',
    text: 'It was revoked in the meantime, perhaps in another tab. That is for good: create a new key instead.',
  },
  'key-not-found': {
    title: 'This key is not there any more',
    text: 'Your account has no such key. Close this and look at the list again.',
  },
  'account-busy': {
    title: 'Your account is being changed elsewhere',
    text: 'Nothing was changed from here. Wait a moment, then try again.',
  },
  'idempotency-conflict': {
    title: 'An earlier try did make a key',
    text:
      'Its answer was lost, and the key has the name that was typed then. Close this and find it in the list: rotate ' +
      'it for a secret, or revoke it.',
  },
};

/** An error in words for its place; undefined where the API's own words say it best. */
export function keyProblem(error: Error, task: KeyTask): KeyProblem | undefined {
  if (error instanceof UnreachableError) return { title: 'No answer came', text: unanswered[task] };
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'key-limit-reached') {
    return { title: 'Your plan allows no more keys', text: error.message, leadsToPlan: true };
  }
  return refused[error.code];
}

/** What the API finds wrong with the name that was typed; undefined where it is something else. */
export function nameRefusal(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'invalid-key-name') return error.message;
  return error.problem?.errors?.find(({ at }) => at === 'body.name')?.message;
}
