import { ApiError, UnreachableError } from '../../api/api-errors.ts';
import { formatAbsolute } from '../../format/times.ts';

/** The actions on keys. */
export type KeyTask = 'create' | 'rename' | 'rotate' | 'end' | 'revoke';

/** Why an action failed, and what to do next. */
type KeyProblem = { readonly title: string; readonly text: string; readonly leadsToPlan?: true };

const unanswered: Record<KeyTask, string> = {
  create: 'The key may have been created. Try again here: it is created only once.',
  rename: 'The new name may have been saved. You can safely try again.',
  rotate:
    'The key may have been rotated. Try again here with the same grace period: it is rotated only once, and you are ' +
    'told if the new secret was lost.',
  end: 'The secret may have been ended. You can safely try again.',
  revoke: 'The key may have been revoked. You can safely try again.',
};

const refused: Readonly<Record<string, KeyProblem>> = {
  key_revoked: {
    title: 'This key has been revoked',
    text: 'It was revoked in the meantime, perhaps in another tab. Revoking is permanent: create a new key instead.',
  },
  key_not_found: {
    title: 'This key no longer exists',
    text: 'Your account has no such key. Check the list of your keys.',
  },
  account_busy: {
    title: 'Your account is being changed elsewhere',
    text: 'Nothing was changed. Wait a moment, then try again.',
  },
  no_active_plan: {
    title: 'You have no active plan',
    text: 'Your plan page says why. Choose a plan, then create the key.',
    leadsToPlan: true,
  },
  idempotency_conflict: {
    title: 'An earlier try created a key',
    text:
      'Its answer was lost, and the key has the name that you typed then. Find it in the list of your keys. Rotate it ' +
      'to get a secret, or revoke it.',
  },
};

/** The text for an error of an action; undefined if the API's own message is best. */
export function keyProblem(error: Error, task: KeyTask): KeyProblem | undefined {
  if (error instanceof UnreachableError) return { title: 'No answer received', text: unanswered[task] };
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'key_limit_reached') {
    return { title: 'Your plan allows no more keys', text: error.message, leadsToPlan: true };
  }
  if (error.code === 'grace_running') return graceRunning(error.problem?.graceEndsAt);
  return refused[error.code];
}

/** @param endsAt ISO 8601 */
const graceRunning = (endsAt: string | undefined): KeyProblem => ({
  title: 'Another grace period is running',
  text:
    `The older secret works until ${endsAt === undefined ? 'its grace period ends' : formatAbsolute(Date.parse(endsAt))}. ` +
    'Choose the same grace period as in the last rotation to replace only the newest secret, or none to end both.',
});

/** The API's refusal of the typed name; undefined for other errors. */
export function nameRefusal(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'invalid_key_name') return error.message;
  return error.problem?.errors?.find(({ at }) => at === 'body.name')?.message;
}
