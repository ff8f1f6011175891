import type { Clock } from '../time.ts';
import type { CognitoLocalContext, CognitoLocalUser, UserPoolService } from './cognito-local-parts.ts';
import type { UserPool } from './properties.ts';
import type { Purpose, VerificationCode } from './verification-codes.ts';

/** A user as cognito-local keeps it, with the codes that were sent. */
export type User = Readonly<CognitoLocalUser> & {
  readonly Codes?: Readonly<Partial<Record<Purpose, VerificationCode>>>;
};

/** The users of the pools. */
export type Users = {
  /** By id or e-mail address; capitals in the address count where the pool says so. */
  readonly find: (pool: UserPool, name: string) => Promise<User | undefined>;
  readonly change: (pool: UserPool, user: User, changes: Partial<User>) => Promise<void>;
};

export const attributeOf = ({ Attributes }: User, name: string): string | undefined =>
  Attributes.find(({ Name }) => Name === name)?.Value;

/** The attributes of a user, some with another value. */
export const attributesWith = ({ Attributes }: User, changes: Readonly<Record<string, string>>): User['Attributes'] => [
  ...Attributes.filter(({ Name }) => !(Name in changes)),
  ...Object.entries(changes).map(([Name, Value]) => ({ Name, Value })),
];

export type UsersOptions = {
  readonly storeOf: (poolId: string) => Promise<UserPoolService>;
  readonly context: CognitoLocalContext;
  readonly clock: Clock;
};

/** Users over cognito-local's store of each pool. */
export const createUsers = ({ storeOf, context, clock }: UsersOptions): Users => ({
  find: async (pool, name) => {
    const users: readonly User[] = await (await storeOf(pool.id)).listUsers(context);
    const plain = (text: string) => (pool.UsernameConfiguration.CaseSensitive ? text : text.toLowerCase());
    const isEmail = (user: User) => plain(attributeOf(user, 'email') ?? '') === plain(name);
    const byEmail = pool.UsernameAttributes.includes('email');
    return users.find((user) => user.Username === name || (byEmail && isEmail(user)));
  },
  change: async (pool, user, changes) => {
    const changed = { ...user, ...changes, UserLastModifiedDate: new Date(clock()) };
    await (await storeOf(pool.id)).saveUser(context, changed);
  },
});
