import type { Account } from '../../src/accounts/account.ts';
import type { TakeTokens } from '../../src/accounts/request-limit.ts';
import type { Clock } from '../../src/clock.ts';
import type { ReadCalls } from '../../src/keys/slots.ts';
import type { Admissions } from '../../src/limits/admissions.ts';
import type { Log } from '../../src/log.ts';
import type { Plan } from '../../src/plans/plans.ts';
import type { Directory } from '../../src/table/directory.ts';
import type { Table } from '../../src/table/table.ts';
import type { UsageTable } from '../../src/usage/usage-table.ts';

/** What the management API works with. */
export type Parts = {
  readonly directory: Directory;
  readonly admissions: Admissions;
  /** Reads the calls that were made in a slot. */
  readonly readCalls: ReadCalls;
  readonly records: Table;
  readonly usage: UsageTable;
  /** Limits the requests of an account. */
  readonly takeTokens: TakeTokens;
  /** Gives the key that signs cursors. */
  readonly signingKey: () => Promise<string>;
  /** Address of the RPC API, without a slash at its end. */
  readonly rpcUrl: string;
  readonly clock: Clock;
  readonly log: Log;
};

/** Who asks, and what an operation works with to answer. */
export type Context = { readonly account: Account; readonly plan: Plan; readonly parts: Parts };
