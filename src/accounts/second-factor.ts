import { type ChangeRequest, changeAccount, isCarriedOut, nextVersion } from '../directory/change-account.ts';
import { hashRecoveryCode, mintRecoveryCode } from '../users/typed-codes.ts';
import type { UserDirectory } from '../users/user-directory.ts';
import { type PasswordDeps, requirePassword } from './password.ts';
import type { SessionDeps } from './sessions.ts';

const codeCount = 10;

/**
 * Replaces the account's recovery codes. Only their hashes are kept.
 * @param randomBelow see `mintRecoveryCode`
 * @returns the codes; undefined for a repeated request, whose first answer had them
 * @throws {WrongPasswordError} @throws {TooManyRequestsError} @throws see {@link changeAccount}
 */
export async function createRecoveryCodes(
  deps: PasswordDeps & SessionDeps,
  request: ChangeRequest,
  password: string,
  randomBelow?: (max: number) => number,
): Promise<readonly string[] | undefined> {
  await requirePassword(deps, request.accountId, password);
  return replaceCodes(deps, request, 'recovery_codes_created', randomBelow);
}

/**
 * Turns on the second factor whose app has proved its secret, with new recovery codes. It needs the password: an open
 * session alone must not be enough to lock its owner out.
 * @returns as {@link createRecoveryCodes}
 * @throws {WrongPasswordError} @throws {TooManyRequestsError} @throws {SecondFactorNotProvedError}
 * @throws {UserNotFoundError} @throws see {@link changeAccount}
 */
export async function enableSecondFactor(
  deps: PasswordDeps & SessionDeps & { readonly users: Pick<UserDirectory, 'enableSecondFactor'> },
  request: ChangeRequest,
  password: string,
): Promise<readonly string[] | undefined> {
  await requirePassword(deps, request.accountId, password);
  // The user may have turned it off since.
  if (await isCarriedOut(deps, request)) return undefined;
  await deps.users.enableSecondFactor(request.accountId);
  return replaceCodes(deps, request, 'second_factor_enabled');
}

function replaceCodes(
  deps: SessionDeps,
  request: ChangeRequest,
  action: 'recovery_codes_created' | 'second_factor_enabled',
  randomBelow?: (max: number) => number,
): Promise<readonly string[] | undefined> {
  const codes = Array.from({ length: codeCount }, () => mintRecoveryCode(randomBelow));
  const recoveryCodes = codes.map((code) => hashRecoveryCode(request.accountId, code));
  return changeAccount<readonly string[] | undefined>(deps, request, {
    decide: async (account) => ({
      change: { activity: { action }, account: nextVersion(account, { recoveryCodes }) },
      result: codes,
    }),
    repeat: async () => undefined,
  });
}

type SecondFactorDeps = Omit<SessionDeps, 'users'> & { readonly users: Pick<UserDirectory, 'disableSecondFactor'> };

/**
 * Turns the second factor off; the recovery codes are void. The caller has proved the password, or is the operator.
 * @throws {UserNotFoundError} @throws see {@link changeAccount}
 */
export async function disableSecondFactor(deps: SecondFactorDeps, request: ChangeRequest): Promise<void> {
  // The user may have enrolled a new one since.
  if (await isCarriedOut(deps, request)) return;
  await deps.users.disableSecondFactor(request.accountId);
  await changeAccount(deps, request, {
    decide: async (account) => ({
      change: { activity: { action: 'second_factor_disabled' }, account: nextVersion(account, { recoveryCodes: [] }) },
      result: undefined,
    }),
    repeat: async () => undefined,
  });
}
