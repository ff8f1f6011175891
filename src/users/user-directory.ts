import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminInitiateAuthCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  InvalidParameterException,
  InvalidPasswordException,
  ListUsersCommand,
  UserNotFoundException,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { EpochMs } from '../time.ts';
import { ifFound, isNoSignIn, notFound, toAddressTaken } from './cognito-errors.ts';
import { isCommonPassword } from './common-password.ts';
import { SecondFactorNotProvedError, WeakPasswordError } from './user-errors.ts';

export type User = {
  /** The `sub`, which is the account's id and the user's name in the pool. */
  readonly userId: string;
  readonly email: string;
  /** `FORCE_CHANGE_PASSWORD` until the user has chosen a password. */
  readonly status: string;
};

export type ListedUser = Pick<User, 'userId' | 'status'> & {
  /** For a user who has chosen no password: when the last mail was sent. */
  readonly changedAt: EpochMs;
};

/** A user by id or by email address. */
export type UserName = string;

/**
 * The operations on users that the server makes ("Amazon Cognito user pools API reference"). Every one of them may be
 * repeated.
 */
export class UserDirectory {
  readonly #client: Pick<CognitoIdentityProviderClient, 'send'>;
  readonly #poolId: string;

  constructor(client: Pick<CognitoIdentityProviderClient, 'send'>, poolId: string) {
    this.#client = client;
    this.#poolId = poolId;
  }

  async find(name: UserName): Promise<User | undefined> {
    try {
      return toUser(await this.#client.send(new AdminGetUserCommand(this.#named(name))));
    } catch (error) {
      if (error instanceof UserNotFoundException) return undefined;
      throw error;
    }
  }

  /**
   * All users, in pages of at most 60, or the one of that name. Seconds old. Cognito bills no user as active who is only
   * listed, but each whom {@link find} asks for ("Amazon Cognito pricing", monthly active users).
   */
  async *list(name?: UserName): AsyncGenerator<readonly ListedUser[]> {
    const Filter = name === undefined ? undefined : `username = "${name}"`;
    let PaginationToken: string | undefined;
    do {
      const request = { UserPoolId: this.#poolId, AttributesToGet: ['sub'], Filter, PaginationToken };
      const page = await this.#client.send(new ListUsersCommand(request));
      yield (page.Users ?? []).flatMap(toListedUser);
      PaginationToken = page.PaginationToken;
    } while (PaginationToken);
  }

  /**
   * Creates a user, who gets the password by mail. The address counts as verified: only its reader can sign in, and
   * Cognito sends codes for a lost password to no other address.
   * @throws {AddressTakenError}
   */
  async invite(email: string, temporaryPassword: string): Promise<User> {
    const created = await this.#sendInvitation(email, temporaryPassword).catch(toAddressTaken);
    return toUser({ ...created.User, UserAttributes: created.User?.Attributes });
  }

  /** Creates a user without a mail. They get a code on the sign-up page. @throws {AddressTakenError} */
  async create(email: string, temporaryPassword: string): Promise<User> {
    const created = await this.#sendInvitation(email, temporaryPassword, 'SUPPRESS').catch(toAddressTaken);
    return toUser({ ...created.User, UserAttributes: created.User?.Attributes });
  }

  /**
   * Mails a new password to a user who has not chosen one; the old one is void. That `RESEND` alone replaces the password
   * is not documented, but that AdminSetUserPassword does, so it comes first. After a failure between the two calls no mail
   * is sent, and the next request repeats both.
   */
  async inviteAgain(email: string, temporaryPassword: string): Promise<void> {
    await this.#setPassword(email, temporaryPassword, { permanent: false });
    await this.#sendInvitation(email, temporaryPassword, 'RESEND');
  }

  #sendInvitation(email: string, TemporaryPassword: string, MessageAction?: 'RESEND' | 'SUPPRESS') {
    const UserAttributes = [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ];
    const invitation = { TemporaryPassword, UserAttributes, MessageAction, DesiredDeliveryMediums: ['EMAIL' as const] };
    return this.#client.send(new AdminCreateUserCommand({ ...this.#named(email), ...invitation }));
  }

  /** Does nothing if there is no such user. */
  async delete(name: UserName): Promise<void> {
    await ifFound(this.#client.send(new AdminDeleteUserCommand(this.#named(name))));
  }

  /**
   * Checks a password, whether or not a second factor is on. The tokens that Cognito may return are thrown away.
   * A temporary password is not one.
   * @param clientId an app client with ADMIN_USER_PASSWORD_AUTH
   */
  async isPassword(clientId: string, name: UserName, password: string): Promise<boolean> {
    const AuthParameters = { USERNAME: name, PASSWORD: password };
    const request = { UserPoolId: this.#poolId, ClientId: clientId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' as const };
    try {
      const answer = await this.#client.send(new AdminInitiateAuthCommand({ ...request, AuthParameters }));
      return answer.AuthenticationResult !== undefined || answer.ChallengeName === 'SOFTWARE_TOKEN_MFA';
    } catch (error) {
      if (isNoSignIn(error)) return false;
      throw error;
    }
  }

  /** @throws {WeakPasswordError} @throws {UserNotFoundError} */
  async setPassword(name: UserName, password: string): Promise<void> {
    if (!/^\S.{10,254}\S$/su.test(password) || isCommonPassword(password)) throw new WeakPasswordError();
    await this.#setPassword(name, password, { permanent: true });
  }

  async #setPassword(name: UserName, Password: string, { permanent }: { permanent: boolean }): Promise<void> {
    const command = new AdminSetUserPasswordCommand({ ...this.#named(name), Password, Permanent: permanent });
    await this.#client.send(command).catch((error: unknown) => {
      if (error instanceof InvalidPasswordException) throw new WeakPasswordError();
      throw notFound(error);
    });
  }

  /**
   * Mails a code to the new address. The old one stays until the user has entered the code ("AdminUpdateUserAttributes",
   * `UserAttributes`, for a pool with AttributesRequireVerificationBeforeUpdate).
   * @throws {AddressTakenError} @throws {UserNotFoundError}
   */
  async changeEmail(name: UserName, email: string): Promise<void> {
    const UserAttributes = [{ Name: 'email', Value: email }];
    const command = new AdminUpdateUserAttributesCommand({ ...this.#named(name), UserAttributes });
    await this.#client.send(command).catch(toAddressTaken);
  }

  /**
   * Turns on the second factor of a user whose app has proved its secret (`VerifySoftwareToken`).
   * @throws {SecondFactorNotProvedError} @throws {UserNotFoundError}
   */
  async enableSecondFactor(name: UserName): Promise<void> {
    await this.#preferFactor(name, true).catch((error: unknown) => {
      throw error instanceof InvalidParameterException ? new SecondFactorNotProvedError() : error;
    });
  }

  /** @throws {UserNotFoundError} */
  disableSecondFactor(name: UserName): Promise<void> {
    return this.#preferFactor(name, false);
  }

  async #preferFactor(name: UserName, isOn: boolean): Promise<void> {
    const SoftwareTokenMfaSettings = { Enabled: isOn, PreferredMfa: isOn };
    const command = new AdminSetUserMFAPreferenceCommand({ ...this.#named(name), SoftwareTokenMfaSettings });
    await this.#client.send(command).catch((error: unknown) => Promise.reject(notFound(error)));
  }

  /** Revokes all refresh tokens of a user. Does nothing if there is no such user. */
  async signOut(name: UserName): Promise<void> {
    await ifFound(this.#client.send(new AdminUserGlobalSignOutCommand(this.#named(name))));
  }

  #named = (Username: UserName) => ({ UserPoolId: this.#poolId, Username });
}

function toUser({
  UserAttributes = [],
  UserStatus,
}: Pick<AdminGetUserCommandOutput, 'UserAttributes' | 'UserStatus'>): User {
  const attribute = (name: string): string => UserAttributes.find(({ Name }) => Name === name)?.Value ?? '';
  return { userId: attribute('sub'), email: attribute('email'), status: UserStatus ?? '' };
}

const toListedUser = ({ Username, UserStatus, UserLastModifiedDate }: UserType): ListedUser[] =>
  Username && UserLastModifiedDate
    ? [{ userId: Username, status: UserStatus ?? '', changedAt: UserLastModifiedDate.getTime() }]
    : [];
