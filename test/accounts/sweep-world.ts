import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { beginDeletion, deleteAccount } from '../../src/accounts/delete-account.ts';
import type { DeletionDeps } from '../../src/accounts/finish-deletion.ts';
import { type SweepDeps, sweepAccounts } from '../../src/accounts/sweep-accounts.ts';
import { accountItemKey } from '../../src/directory/directory-items.ts';
import { secretItemKey } from '../../src/directory/secret-item.ts';
import { createLog } from '../../src/log.ts';
import type { Item } from '../../src/table/item-table.ts';
import { dayMs, systemClock } from '../../src/time.ts';
import { newKey } from '../keys/new-key.ts';
import { byCustomer, customer } from '../support/change-requests.ts';
import { plans } from '../support/settings.ts';
import { DeletionWorld } from './deletion/deletion-world.ts';
import { type Kill, killable } from './deletion/killable-deletion.ts';

/** What the model knows of an account. */
export type ModelAccount = {
  accountId: string;
  secret: string;
  isDeleted: boolean;
  hasUser: boolean;
  createdAt: number;
};

type SweepOptions = {
  /** A write at which the process is killed. */
  readonly kill?: Kill;
  /** After so many looks at the deadline the time is over. */
  readonly calls?: number;
  readonly list?: SweepDeps['users']['list'];
};

let emails = 0;

/** An own Directory, and a user pool that histories share, with a clock that goes on by days. */
export class SweepWorld {
  readonly accounts: ModelAccount[] = [];
  /** The ids of users who never finish their sign-up. */
  readonly unfinished: string[] = [];
  /** The users whom sweeps asked for by AdminGetUser. Cognito bills each of them as active. */
  readonly asked: string[] = [];
  readonly world: DeletionWorld;
  #ahead = 0;

  private constructor(world: DeletionWorld) {
    this.world = world;
  }

  static async start(pool: DeletionWorld['pool']): Promise<SweepWorld> {
    return new SweepWorld(await DeletionWorld.start(pool));
  }

  readonly clock = (): number => systemClock() + this.#ahead;

  nextDay(): void {
    this.pass(dayMs);
  }

  pass(ms: number): void {
    this.#ahead += ms;
  }

  #deps(): DeletionDeps {
    const { directory, usage, users } = this.world;
    return { directory, usage, users, clock: this.clock };
  }

  #email(): string {
    emails += 1;
    return `user-${emails}@example.com`;
  }

  async newAccount(): Promise<void> {
    const email = this.#email();
    const accountId = await this.world.newUser(email);
    await this.#register(accountId, email);
  }

  async #register(accountId: string, email: string): Promise<void> {
    const { directory } = this.world;
    await registerAccount({ directory, clock: this.clock }, { accountId, email, planId: plans.free.id }, customer);
    const { secret } = await newKey(directory, accountId, 'key', this.clock);
    this.accounts.push({ accountId, secret, isDeleted: false, hasUser: true, createdAt: this.clock() });
  }

  /** With the user's own access token: nothing tells the gateway. */
  async deleteUser(account: ModelAccount): Promise<void> {
    await this.world.users.delete(account.accountId);
    account.hasUser = false;
  }

  async delete(account: ModelAccount, kill?: Kill): Promise<void> {
    if (account.isDeleted) return;
    const deps = kill ? killable(this.#deps(), kill).deps : this.#deps();
    account.isDeleted = true;
    await beginDeletion(this.#deps(), byCustomer(account.accountId));
    await deleteAccount(deps, byCustomer(account.accountId)).catch(() => undefined);
  }

  /** Somebody, perhaps with a stranger's address, asks for a sign-up mail. Returns the user's id and address. */
  async signUp(): Promise<{ readonly userId: string; readonly email: string }> {
    const email = this.#email();
    const { userId } = await this.world.users.invite(email, 'Temporary-2026');
    this.unfinished.push(userId);
    return { userId, email };
  }

  /** Somebody who had a sign-up mail chooses a password and gets an account. */
  async finishSignUp(): Promise<void> {
    const { pool, users } = this.world;
    for (const userId of this.unfinished) {
      const user = await users.find(userId);
      if (user?.status !== 'FORCE_CHANGE_PASSWORD') continue;
      await pool.call('AdminSetUserPassword', {
        UserPoolId: pool.poolId,
        Username: userId,
        Password: 'Confirmed-2026',
        Permanent: true,
      });
      await this.#register(userId, user.email);
      this.unfinished.splice(this.unfinished.indexOf(userId), 1);
      return;
    }
  }

  /** A secret whose key does not exist. */
  async plantOrphan(account: ModelAccount): Promise<void> {
    const hash = createHash('sha256').update(`${Math.random()}`).digest('hex');
    const item = { keyId: 'key_gone', accountId: account.accountId, planId: plans.free.id };
    await this.world.directory.put({ ...secretItemKey(hash), ...item, planState: 'active', state: 'active' });
  }

  /** As of a request that was running when the account was deleted. */
  async plantLeftover(account: ModelAccount): Promise<void> {
    await this.world.directory.put({ ...accountItemKey(account.accountId), sk: 'REQUESTS', fullAt: 1 });
  }

  /** Whether the run was complete: 0 or 1. */
  async sweep(options: SweepOptions = {}): Promise<unknown> {
    const complete: unknown[] = [];
    await this.#sweep(options, complete).catch(() => undefined);
    return complete[0];
  }

  /** A sweep of a slow process, which has listed the users before all that happens in between. */
  async sweepWithOldList(between: () => Promise<void>): Promise<unknown> {
    const { users } = this.world;
    const pages = await Array.fromAsync(users.list());
    await between();
    async function* list(name?: string) {
      if (name === undefined) yield* pages;
      else yield* users.list(name);
    }
    return this.sweep({ list });
  }

  sweepOrThrow = (): Promise<void> => this.#sweep({}, []);

  #sweep({ kill, calls = 1_000_000, list }: SweepOptions, complete: unknown[]): Promise<void> {
    const { scan, users } = this.world;
    const process = killable(this.#deps(), kill ?? { at: -1, when: 'before' });
    let left = calls;
    const startedAt = this.clock();
    const deps: SweepDeps = {
      ...process.deps,
      users: {
        ...process.deps.users,
        find: (id) => {
          this.asked.push(id);
          return users.find(id);
        },
        list: list ?? ((name) => users.list(name)),
      },
      scan,
      clock: this.clock,
      startedAt,
      // Reads of the time stand for its passing.
      get deadline() {
        left -= 1;
        return left < 0 ? startedAt - 1 : startedAt + dayMs;
      },
      pause: async () => void (await setImmediate()),
      log: createLog('error', () => undefined),
      emit: ({ values }) => void complete.push(values.AccountSweepComplete?.value),
    };
    return sweepAccounts(deps);
  }

  async stateOf({ accountId }: ModelAccount): Promise<unknown> {
    return (await this.world.directory.get(accountItemKey(accountId)))?.state;
  }

  directoryRows = async (): Promise<readonly Item[]> =>
    (await this.world.rows()).filter(({ table }) => table === 'directory');
}
