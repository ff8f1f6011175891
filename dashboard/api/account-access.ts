import { useQueryClient } from '@tanstack/react-query';
import { accountKey } from './account.ts';
import { readBody, useApi } from './api.ts';
import { useIdempotency } from './idempotency.ts';

/**
 * Changes of the ways to sign in. All but `setUpEmail`, `createRecoveryCodes`, `enableSecondFactor` and
 * `disableSecondFactor` end every session, this one too. They throw `ApiError` with `wrong_password` if the password is not
 * the account's.
 */
export function useAccountAccess() {
  const api = useApi();
  const cache = useQueryClient();
  const once = useIdempotency();
  const accountChanged = () => void cache.invalidateQueries({ queryKey: accountKey });
  const createRecoveryCodes = async (password: string): Promise<readonly string[]> => {
    const create = () =>
      once(['codes', password], (headers) =>
        readBody(api.POST('/v1/account/recovery-codes', { headers, body: { password } })),
      );
    const codes = (await create()).codes ?? (await create()).codes ?? [];
    accountChanged();
    return codes;
  };
  return {
    changePassword: (currentPassword: string, newPassword: string) =>
      once(['password', currentPassword, newPassword], (headers) =>
        readBody(api.POST('/v1/account/password', { headers, body: { currentPassword, newPassword } })),
      ),
    /** Sends a code to a new address. Each call sends another: a mail may get lost although the request was answered. */
    setUpEmail: (email: string, password: string) =>
      once(['email', email, password], (headers) =>
        readBody(api.PUT('/v1/account/email', { headers, body: { email, password } })),
      ),
    /** Makes the address that was proved with its code the account's. */
    confirmEmail: () =>
      once(['confirm'], (headers) => readBody(api.POST('/v1/account/email/confirm', { headers, body: {} }))),
    signOutEverywhere: () =>
      once(['sign-out'], (headers) => readBody(api.POST('/v1/account/sign-out', { headers, body: {} }))),
    /** Replaces the recovery codes. Only the first answer has them: if it was lost, others replace them. */
    createRecoveryCodes,
    /** Turns the second factor on, whose app was proved. Returns its recovery codes. */
    enableSecondFactor: async (password: string): Promise<readonly string[]> => {
      const { codes } = await once(['enable', password], (headers) =>
        readBody(api.POST('/v1/account/second-factor/enable', { headers, body: { password } })),
      );
      accountChanged();
      return codes ?? createRecoveryCodes(password);
    },
    disableSecondFactor: async (password: string) => {
      await once(['disable', password], (headers) =>
        readBody(api.POST('/v1/account/second-factor/disable', { headers, body: { password } })),
      );
      accountChanged();
    },
    /** Deletes the account. Its keys stop working at once. */
    deleteAccount: (email: string, password: string) =>
      once(['delete', email, password], (headers) =>
        readBody(api.POST('/v1/account/delete', { headers, body: { email, password } })),
      ),
  };
}
