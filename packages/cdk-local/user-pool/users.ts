import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Attributes, invalidParameter } from './user-pool-answer.ts';
import type { UserPool } from './user-pool-properties.ts';

const date = v.union([
  v.date(),
  v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
]);
const code = v.object({ value: v.string(), email: v.string(), sentAt: v.number() });

/** A user as stored. Dates are text in the file. */
export const userSchema = v.object({
  Username: v.string(),
  Password: v.string(),
  /** When a temporary password was set, in milliseconds since the epoch. */
  PasswordSetAt: v.optional(v.number()),
  UserStatus: v.picklist(['UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD']),
  Enabled: v.boolean(),
  Attributes: v.array(v.object({ Name: v.string(), Value: v.optional(v.string()) })),
  /** One for each sign-in. */
  RefreshTokens: v.array(v.string()),
  UserCreateDate: date,
  UserLastModifiedDate: date,
  UserMFASettingList: v.optional(v.array(v.string())),
  PreferredMfaSetting: v.optional(v.string()),
  SoftwareTokenMfaConfiguration: v.optional(
    v.object({ Secret: v.string(), Verified: v.boolean(), FriendlyDeviceName: v.optional(v.string()) }),
  ),
  /** The sent codes. */
  Codes: v.optional(v.object({ 'sign-up': v.optional(code), password: v.optional(code), email: v.optional(code) })),
});
export type User = v.InferOutput<typeof userSchema>;

/** A user as administrators see them. */
export const userView = ({ Username, Attributes, Enabled, UserStatus, ...user }: User) => ({
  Username,
  Attributes,
  Enabled,
  UserStatus,
  UserCreateDate: user.UserCreateDate,
  UserLastModifiedDate: user.UserLastModifiedDate,
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

export const attributeOf = ({ Attributes }: User, name: string): string | undefined =>
  Attributes.find(({ Name }) => Name === name)?.Value;

/** The attributes of a user with some of them replaced. */
export const attributesWith = ({ Attributes }: User, changes: Readonly<Record<string, string>>): User['Attributes'] => [
  ...Attributes.filter(({ Name }) => !(Name in changes)),
  ...Object.entries(changes).map(([Name, Value]) => ({ Name, Value })),
];
