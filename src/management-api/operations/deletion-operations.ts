import * as v from 'valibot';
import { beginDeletion } from '../../accounts/delete-account.ts';
import { isSameAddress } from '../../accounts/email-change.ts';
import { finishDeletion } from '../../accounts/finish-deletion.ts';
import { requirePassword } from '../../accounts/password.ts';
import { closeBilling } from '../../billing/close-billing.ts';
import type { Account } from '../../directory/directory-items.ts';
import { changeOperation, type ManagementApiDeps } from '../operation.ts';
import { RefusedError } from '../problems.ts';
import { emptySchema, passwordSchema } from '../schemas/user-schemas.ts';

/** The most time for the second step; API Gateway waits 30 s in all. */
const finishMs = 10_000;

export const deleteOwnAccount = changeOperation({
  id: 'deleteAccount',
  summary: 'Delete your account',
  description:
    'Your keys are refused from the next request, your sessions and your subscription end. Your address, the names of your keys and the ' +
    'addresses of your clients are deleted, as a rule before the response, otherwise within a day. This cannot be undone: ' +
    'every further request, also a repetition of this one, is answered with `account_deleted`.',
  request: {
    body: v.strictObject({
      email: v.pipe(
        v.string(),
        v.description('The address of your account, to prevent mistakes. Capitals do not matter.'),
      ),
      password: passwordSchema,
    }),
  },
  responses: { 200: emptySchema },
  problems: ['email_mismatch', 'wrong_password'],
  handle: async ({ body }, { account, change, deps }) => {
    if (!isSameAddress(body.email.trim(), account.email)) {
      throw new RefusedError('email_mismatch', 'This is not the address of your account. Nothing was deleted.');
    }
    await requirePassword(deps, account.accountId, body.password);
    const { accountId, origin } = change;
    await beginDeletion(deps, { accountId, origin });
    await finish(accountId, deps);
    return { status: 200, body: {} };
  },
});

/** Never rejects: the account is deleted as far as the caller is concerned, and the nightly sweep does the rest. */
async function finish(accountId: string, deps: ManagementApiDeps): Promise<void> {
  const { billing, clock, log, usageRows: usage } = deps;
  const closing =
    billing && (async (account: Account) => closeBilling({ ...deps, ...(await billing.connect()) }, account));
  try {
    await finishDeletion({ ...deps, usage, closeBilling: closing, deadline: clock() + finishMs }, accountId);
    log.info('account_deleted', { accountId });
  } catch (error) {
    log.error('account_deletion_unfinished', { accountId, detail: String(error) });
  }
}
