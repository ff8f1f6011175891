import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readSavedFile } from '../saved-file.ts';
import type { Clock } from '../time.ts';
import type { UserPool } from './user-pool-properties.ts';
import { attributeOf, type User, userSchema } from './users.ts';

/** A user who signs up or is invited. */
export type NewUser = Pick<User, 'Username' | 'Password' | 'UserStatus' | 'Attributes' | 'PasswordSetAt'>;

/** The users of the pools. Reads see every earlier change. */
export type UserStore = {
  /** Finds a user by id or email address; the pool decides whether the address is case-sensitive. */
  readonly find: (pool: UserPool, name: string) => Promise<User | undefined>;
  readonly all: (pool: UserPool) => Promise<readonly User[]>;
  /** Stores a new user. */
  readonly add: (pool: UserPool, user: NewUser) => Promise<User>;
  /** Returns the changed user. */
  readonly change: (pool: UserPool, user: User, changes: Partial<User>) => Promise<User>;
  readonly remove: (pool: UserPool, user: User) => Promise<void>;
};

export type UserStoreOptions = {
  readonly folder: string;
  readonly pools: readonly UserPool[];
  readonly clock: Clock;
};

/** Keeps the users of each pool in memory and in a file, so that a restart finds them. */
export function openUserStore({ folder, pools, clock }: UserStoreOptions): UserStore {
  const files = new Map(pools.map(({ id }) => [id, openUserFile(folder, id)]));
  const fileOf = ({ id }: UserPool): UserFile => {
    const file = files.get(id);
    if (file) return file;
    throw new TypeError(`The pool ${id} has no users' file.`);
  };
  const save = (pool: UserPool, user: User): User => {
    const file = fileOf(pool);
    file.users.set(user.Username, user);
    file.write();
    return user;
  };
  return {
    all: async (pool) => [...fileOf(pool).users.values()],
    find: async (pool, name) => {
      const { users } = fileOf(pool);
      if (users.has(name) || !pool.UsernameAttributes.includes('email')) return users.get(name);
      const plain = (text: string) => (pool.UsernameConfiguration.CaseSensitive ? text : text.toLowerCase());
      const wanted = plain(name);
      return users.values().find((user) => plain(attributeOf(user, 'email') ?? '') === wanted);
    },
    add: async (pool, user) => {
      const now = new Date(clock());
      return save(pool, { ...user, Enabled: true, RefreshTokens: [], UserCreateDate: now, UserLastModifiedDate: now });
    },
    change: async (pool, user, changes) => save(pool, { ...user, ...changes, UserLastModifiedDate: new Date(clock()) }),
    remove: async (pool, { Username }) => {
      const file = fileOf(pool);
      file.users.delete(Username);
      file.write();
    },
  };
}

/** A pool's users by name, and their file. */
type UserFile = { readonly users: Map<string, User>; readonly write: () => void };

const content = v.object({ Users: v.optional(v.record(v.string(), userSchema), {}) });

function openUserFile(folder: string, poolId: string): UserFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `users-${poolId}.json`);
  const { Users } = existsSync(path) ? readSavedFile(path, content) : { Users: {} };
  const users = new Map(Object.values(Users).map((user) => [user.Username, user]));
  // Written by rename: a process that dies half-way leaves the old or the new file.
  const write = () => {
    writeFileSync(`${path}.new`, JSON.stringify({ Users: Object.fromEntries(users) }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  return { users, write };
}
