import * as v from 'valibot';
import { accountItemSchema } from '../../../src/directory/directory-items.ts';
import { effectiveLimits } from '../../../src/keys/key-slots.ts';
import { activePlan, type Plan, type Plans } from '../../../src/plans.ts';
import type { DirectoryWrite } from '../../../src/table/directory-table.ts';
import { dayMs, dayOf } from '../../../src/time.ts';

/** The part of an account that decides what its keys may do. */
const limitsSchema = v.pick(accountItemSchema, ['planId', 'inactive', 'state', 'billing', 'dayQuota']);

type AccountLimits = v.InferOutput<typeof limitsSchema>;

/** What a customer who always does the most could have called. */
export type AllowedDay = {
  readonly day: string;
  /** The most calls of a key. */
  readonly calls: number;
  /** How often the account changed that day: each change rounds up. */
  readonly changes: number;
  /** The operator has assigned a plan, which is nobody's payment. */
  readonly isAssigned: boolean;
};

/** Notes after each change of the account how many calls each key may make that day. */
export class AllowedCalls {
  readonly #plans: Plans;
  readonly #days = new Map<string, AllowedDay>();
  #account: AccountLimits | undefined;
  #now: number;

  constructor(plans: Plans, now: number) {
    this.#plans = plans;
    this.#now = now;
  }

  /** A transaction was written. */
  noteWrites(writes: readonly DirectoryWrite[], now: number): void {
    for (const write of writes) {
      const written = accountOf(write);
      if (!written) continue;
      this.noteTime(now);
      this.#account = v.parse(limitsSchema, written);
      this.#note(now, 1);
    }
  }

  /** Time has passed without a change. */
  noteTime(now: number): void {
    for (let at = Math.floor(this.#now / dayMs + 1) * dayMs; at <= now; at += dayMs) this.#note(at, 0);
    this.#now = Math.max(now, this.#now);
  }

  days(): readonly AllowedDay[] {
    return [...this.#days.values()];
  }

  #note(at: number, changes: number): void {
    const account = this.#account;
    if (!account) return;
    const plan = account.state === 'active' ? activePlan(account, this.#plans) : undefined;
    const day = dayOf(at);
    const before = this.#days.get(day) ?? { day, calls: 0, changes: 0, isAssigned: false };
    this.#days.set(day, {
      day,
      calls: Math.max(before.calls, plan ? callsOf(plan, account, at) : 0),
      changes: before.changes + changes,
      isAssigned: before.isAssigned || (account.planId !== this.#plans.free.id && !account.billing?.subscriptionId),
    });
  }
}

/** The attributes of the account that a write sets. */
function accountOf(write: DirectoryWrite): object | undefined {
  if ('put' in write) return write.put.sk === 'ACCOUNT' ? write.put : undefined;
  if (!('update' in write) || write.key.sk !== 'ACCOUNT') return undefined;
  return Object.fromEntries(Object.entries(write.values).map(([name, value]) => [name.slice(1), value]));
}

const callsOf = ({ limits }: Plan, { dayQuota }: AccountLimits, at: number): number =>
  effectiveLimits(limits, { dayQuota }, at).callsPerDay;
