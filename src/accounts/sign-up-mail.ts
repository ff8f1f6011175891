import { errorClass } from '../error-class.ts';
import type { Log } from '../log.ts';
import { mintTemporaryPassword } from '../users/typed-codes.ts';
import type { User, UserDirectory } from '../users/user-directory.ts';
import { AddressTakenError } from '../users/user-errors.ts';

export type InvitationDeps = {
  readonly users: Pick<UserDirectory, 'find' | 'invite' | 'inviteAgain'>;
  /** A uniformly distributed integer from 0 to less than `max`. Default: from a CSPRNG. */
  readonly randomBelow?: ((max: number) => number) | undefined;
};

export type SignUpMailDeps = InvitationDeps & {
  /** Tells a customer that somebody tried to sign up with their address; undefined without a sender of mails. */
  readonly tellCustomer: ((email: string) => Promise<void>) | undefined;
  readonly log: Log;
};

/**
 * Creates a user, or mails a new code to one who has not chosen a password.
 * @returns the user; undefined if the address belongs to a user with a password
 * @throws {AddressTakenError} if another request created the user at the same time, and sent the mail
 */
export async function inviteUser({ users, randomBelow }: InvitationDeps, email: string): Promise<User | undefined> {
  const user = await users.find(email);
  const temporaryPassword = mintTemporaryPassword(randomBelow);
  if (user?.status === 'FORCE_CHANGE_PASSWORD') {
    await users.inviteAgain(email, temporaryPassword);
    return user;
  }
  return user ? undefined : users.invite(email, temporaryPassword);
}

/**
 * Creates a user without a mail, or returns the one who exists.
 * @param user who has the address now
 * @throws {AddressTakenError} if another request created the user at the same time
 */
export async function addUser(
  { users, randomBelow }: { readonly users: Pick<UserDirectory, 'create'> } & Omit<InvitationDeps, 'users'>,
  email: string,
  user: User | undefined,
): Promise<User> {
  return user ?? users.create(email, mintTemporaryPassword(randomBelow));
}

/** Lambda logs the message of a failure, and SES and Cognito name the address in some of theirs. */
class SignUpMailError extends errorClass('SignUpMailError', 'sign_up_mail_failed') {
  constructor(error: unknown, email: string) {
    super(String(error).replaceAll(email, 'the address'));
  }
}

/** Also to an address that has an account. Lambda may call it more than once. @throws {SignUpMailError} */
export async function sendSignUpMail(deps: SignUpMailDeps, email: string): Promise<void> {
  const { tellCustomer, log } = deps;
  try {
    const user = await inviteUser(deps, email);
    if (!user) await tellCustomer?.(email);
    log.info('sign_up_mail_sent', { kind: user ? 'code' : tellCustomer ? 'known_address' : 'none' });
  } catch (error) {
    if (!(error instanceof AddressTakenError)) throw new SignUpMailError(error, email);
    log.info('sign_up_mail_sent', { kind: 'by_another_request' });
  }
}
