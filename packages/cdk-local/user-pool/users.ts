import { randomInt, randomUUID } from 'node:crypto';
import type { Clock } from '../time.ts';
import type { CognitoLocalContext, CognitoLocalUser, UserPoolService } from './cognito-local-parts.ts';
import { type Mail, verificationMail } from './mail.ts';
import { type Attributes, invalidParameter, UserPoolError } from './user-pool-answer.ts';
import type { UserPool } from './user-pool-properties.ts';

/** A user as stored by cognito-local, with the sent codes. */
export type User = Readonly<CognitoLocalUser> & {
  readonly Codes?: Readonly<Partial<Record<Purpose, VerificationCode>>>;
  /** When a temporary password was set, in milliseconds since the epoch. */
  readonly PasswordSetAt?: number;
};

/** A user as administrators see them. */
export const userView = ({ Username, Attributes, Enabled, UserStatus, ...user }: User) => ({
  Username,
  Attributes,
  Enabled,
  UserStatus,
  UserCreateDate: new Date(user.UserCreateDate),
  UserLastModifiedDate: new Date(user.UserLastModifiedDate),
});

/**
 * The id (`sub`), the name and the attributes of a new user. In a pool that signs in by address, the name is an id, and the address is
 * the attribute whatever the caller has set.
 * @throws {UserPoolError} InvalidParameterException for a name that must be an address
 */
export function newIdentity(pool: UserPool, name: string, attributes: Attributes) {
  const sub = randomUUID();
  if (!pool.UsernameAttributes.includes('email')) return { sub, username: name, userAttributes: attributes };
  if (!name.includes('@')) throw invalidParameter('Username should be an email.');
  const others = attributes.filter(({ Name }) => Name !== 'email');
  return { sub, username: sub, userAttributes: [...others, { Name: 'email', Value: name }] };
}

/** A user who signs up or is invited. */
export type NewUser = Pick<User, 'Username' | 'Password' | 'UserStatus' | 'Attributes' | 'PasswordSetAt'>;

/** The users of the pools. */
export type UserStore = {
  /** Finds a user by id or e-mail address; the pool decides whether the address is case-sensitive. */
  readonly find: (pool: UserPool, name: string) => Promise<User | undefined>;
  readonly all: (pool: UserPool) => Promise<readonly User[]>;
  /** Stores a new user. */
  readonly add: (pool: UserPool, user: NewUser) => Promise<User>;
  /** Returns the changed user. */
  readonly change: (pool: UserPool, user: User, changes: Partial<User>) => Promise<User>;
  readonly remove: (pool: UserPool, user: User) => Promise<void>;
};

export const attributeOf = ({ Attributes }: User, name: string): string | undefined =>
  Attributes.find(({ Name }) => Name === name)?.Value;

/** The attributes of a user with some of them replaced. */
export const attributesWith = ({ Attributes }: User, changes: Readonly<Record<string, string>>): User['Attributes'] => [
  ...Attributes.filter(({ Name }) => !(Name in changes)),
  ...Object.entries(changes).map(([Name, Value]) => ({ Name, Value })),
];

export type UserStoreOptions = {
  readonly storeOf: (poolId: string) => Promise<UserPoolService>;
  readonly context: CognitoLocalContext;
  readonly clock: Clock;
};

/** Users over cognito-local's store of each pool. */
export const createUserStore = ({ storeOf, context, clock }: UserStoreOptions): UserStore => ({
  all: async (pool) => (await storeOf(pool.id)).listUsers(context),
  find: async (pool, name) => {
    const users: readonly User[] = await (await storeOf(pool.id)).listUsers(context);
    const plain = (text: string) => (pool.UsernameConfiguration.CaseSensitive ? text : text.toLowerCase());
    const isEmail = (user: User) => plain(attributeOf(user, 'email') ?? '') === plain(name);
    const byEmail = pool.UsernameAttributes.includes('email');
    return users.find((user) => user.Username === name || (byEmail && isEmail(user)));
  },
  add: async (pool, user) => {
    const now = new Date(clock());
    const added = { ...user, Enabled: true, RefreshTokens: [], UserCreateDate: now, UserLastModifiedDate: now };
    await (await storeOf(pool.id)).saveUser(context, added);
    return added;
  },
  change: async (pool, user, changes) => {
    const changed = { ...user, ...changes, UserLastModifiedDate: new Date(clock()) };
    await (await storeOf(pool.id)).saveUser(context, changed);
    return changed;
  },
  remove: async (pool, user) => (await storeOf(pool.id)).deleteUser(context, user),
});

/** The purpose of a code. */
export type Purpose = 'sign-up' | 'password' | 'email';

/** A code that was sent to an address. `sentAt` is in milliseconds since the epoch. */
type VerificationCode = { readonly value: string; readonly email: string; readonly sentAt: number };

/** The delivery of a code as in the API. */
export type Delivery = {
  readonly AttributeName: 'email';
  readonly DeliveryMedium: 'EMAIL';
  /** Masked. */
  readonly Destination: string;
};

/** Codes that prove that an e-mail address belongs to the user. */
export type VerificationCodes = {
  /**
   * Sends a new code, which replaces an older one for the same purpose. Default address: the user's.
   */
  readonly send: (pool: UserPool, user: User, purpose: Purpose, email?: string) => Promise<Delivery>;
  /**
   * Accepts the newest code once, and applies the changes that it permits; they depend on the code's address. Returns
   * the changed user.
   * @throws {UserPoolError} CodeMismatchException, or ExpiredCodeException if no code was sent or it has expired
   */
  readonly use: (
    pool: UserPool,
    user: User,
    given: { readonly purpose: Purpose; readonly value: string },
    changesFor: (email: string) => Partial<User>,
  ) => Promise<User>;
};

const hour = 60 * 60 * 1_000;

// Amazon Cognito Developer Guide, "Signing up and confirming user accounts" and "Recovering user accounts".
const goodFor = { 'sign-up': 24 * hour, email: 24 * hour, password: hour };

export type VerificationCodesOptions = {
  readonly users: UserStore;
  readonly clock: Clock;
  /** Delivers a code. */
  readonly onMail: (mail: Mail) => void;
};

export const createVerificationCodes = ({ users, clock, onMail }: VerificationCodesOptions): VerificationCodes => ({
  send: async (pool, user, purpose, email = attributeOf(user, 'email') ?? '') => {
    const value = String(randomInt(1_000_000)).padStart(6, '0');
    await users.change(pool, user, { Codes: { ...user.Codes, [purpose]: { value, email, sentAt: clock() } } });
    onMail(verificationMail(pool, email, value));
    return deliveryTo(email);
  },
  use: async (pool, user, { purpose, value }, changesFor) => {
    const { [purpose]: code, ...others } = user.Codes ?? {};
    if (!code || clock() - code.sentAt >= goodFor[purpose]) throw expired();
    if (code.value !== value) throw mismatch();
    return users.change(pool, user, { ...changesFor(code.email), Codes: others });
  },
});

/** The masked address of a code, which does not reveal the address to callers that do not know it. */
export const deliveryTo = (email: string): Delivery => ({
  AttributeName: 'email',
  DeliveryMedium: 'EMAIL',
  Destination: email.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***'),
});

export const expired = (): UserPoolError =>
  new UserPoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export const mismatch = (): UserPoolError =>
  new UserPoolError('CodeMismatchException', 'Invalid verification code provided, please try again.');
