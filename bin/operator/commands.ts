import type { Account } from '../../src/accounts/account.ts';
import { findAccount } from '../../src/accounts/accounts.ts';
import { changePlan } from '../../src/accounts/change-plan.ts';
import { listAccounts } from '../../src/accounts/list.ts';
import { resumeAccount, suspendAccount } from '../../src/accounts/suspend.ts';
import { systemClock } from '../../src/clock.ts';
import { createKey } from '../../src/keys/create.ts';
import type { Key } from '../../src/keys/directory.ts';
import { findKey } from '../../src/keys/find.ts';
import { listKeys } from '../../src/keys/list.ts';
import { revokeKey } from '../../src/keys/revoke.ts';
import { readCallsFrom } from '../../src/keys/slots.ts';
import { plans } from '../../src/plans/plans.ts';
import { queryUsage, type UsageRequest } from '../../src/usage/query.ts';
import { replay } from './replay.ts';
import type { Tables } from './tables.ts';

/** One row of what a command prints: names and values. */
export type Row = Readonly<Record<string, string | number | null>>;

/** A command: the words behind its name, its own options, and what it does with the values of both, in this order. */
export type Command = {
  readonly takes: readonly string[];
  readonly options?: readonly CommandOption[];
  readonly does: string;
  run(tables: Tables, ...values: (string | undefined)[]): Promise<readonly Row[]> | AsyncGenerator<Row>;
};

/** An option that not every command has; undefined where it is not given. */
export type CommandOption = 'object' | 'log' | 'unclear';

/** Every command of the operator, one entry each. */
export const commands: Readonly<Record<string, Command>> = {
  'accounts list': { takes: [], does: 'every account', run: listedAccounts },
  'accounts show': {
    takes: ['ACCOUNT'],
    does: 'one account',
    run: async ({ directory }, id = '') => [accountRow(await findAccount(directory, id))],
  },
  'accounts suspend': {
    takes: ['ACCOUNT'],
    does: 'takes its active plan away, from its next request on',
    run: async ({ directory }, id = '') => [accountRow(await suspendAccount(directory, id))],
  },
  'accounts resume': {
    takes: ['ACCOUNT'],
    does: 'gives it back',
    run: async ({ directory }, id = '') => [accountRow(await resumeAccount(directory, id))],
  },
  'accounts change-plan': {
    takes: ['ACCOUNT', 'PLAN'],
    does: 'puts it on another plan, from its next request on',
    run: async ({ directory }, id = '', planId = '') => [accountRow(await changePlan(directory, id, planId))],
  },
  'accounts usage': {
    takes: ['ACCOUNT'],
    does: 'calls of the last 24 hours, of all its keys',
    run: async (tables, id = '') => {
      await findAccount(tables.directory, id);
      return usageRows(tables, { accountId: id });
    },
  },
  'keys list': {
    takes: ['ACCOUNT'],
    does: 'its keys, the revoked ones too',
    run: async ({ directory }, id = '') => {
      await findAccount(directory, id);
      return (await listKeys(directory, id)).map(keyRow);
    },
  },
  'keys show': {
    takes: ['ACCOUNT', 'KEY'],
    does: 'one key',
    run: async ({ directory }, id = '', keyId = '') => [keyRow(await findKey(directory, id, keyId))],
  },
  'keys create-key': {
    takes: ['ACCOUNT', 'NAME'],
    does: 'makes a key and shows its secret, this once',
    run: async ({ directory, admissions }, id = '', name = '') => {
      const { key, secret } = await createKey(directory, id, { name }, systemClock, readCallsFrom(admissions));
      return [{ key: key.keyId, name: key.name, secret }];
    },
  },
  'keys revoke-key': {
    takes: ['ACCOUNT', 'KEY'],
    does: 'ends a key for good, from its next request on',
    run: async ({ directory }, id = '', keyId = '') => [keyRow(await revokeKey(directory, id, keyId, systemClock))],
  },
  'keys usage': {
    takes: ['ACCOUNT', 'KEY'],
    does: 'its calls of the last 24 hours',
    run: async (tables, id = '', name = '') => {
      const { accountId, keyId } = await findKey(tables.directory, id, name);
      return usageRows(tables, { accountId, keyId });
    },
  },
  replay: {
    takes: [],
    options: ['object', 'log', 'unclear'],
    does: 'puts records that were not counted back into the stream',
    run: replay,
  },
  'plans list': { takes: [], does: 'the plans', run: async () => plans.map(planRow) },
};

async function* listedAccounts({ client, directoryName }: Tables): AsyncGenerator<Row> {
  for await (const account of listAccounts(client, directoryName)) yield accountRow(account);
}

const moment = (at: number): string => new Date(at).toISOString();

const accountRow = ({ accountId, email, planId, state, createdAt }: Account): Row => ({
  account: accountId,
  email,
  plan: planId,
  state,
  created: moment(createdAt),
});

const keyRow = (key: Key): Row => ({
  key: key.keyId,
  name: key.name,
  state: key.state,
  secrets: key.secrets.map(({ firstCharacters }) => `${firstCharacters}…`).join(' '),
  created: moment(key.createdAt),
});

const planRow = ({
  id,
  limits,
  keys,
  historyDays,
  longestCallSeconds,
  dollarsPerMonth,
}: (typeof plans)[number]): Row => ({
  plan: id,
  'calls/s': limits.callsPerSecond,
  'calls/day': limits.callsPerDay,
  keys,
  'history days': historyDays,
  'longest call, s': longestCallSeconds,
  '$/month': dollarsPerMonth,
});

const dayMs = 86_400_000;

async function usageRows({ usage }: Tables, whose: Pick<UsageRequest, 'accountId' | 'keyId'>): Promise<Row[]> {
  const to = systemClock();
  const { byMethod, total } = await queryUsage(usage, { ...whose, from: to - dayMs, to, span: 'hour' }, systemClock);
  const methods = Object.entries(byMethod).map(([method, { calls, errors, meanLatency }]) => ({
    method,
    calls,
    errors,
    'mean ms': meanLatency,
    'p50 ms': null,
    'p95 ms': null,
    'p99 ms': null,
  }));
  const { calls, errors, latency } = total;
  const percentiles = {
    'p50 ms': latency?.p50 ?? null,
    'p95 ms': latency?.p95 ?? null,
    'p99 ms': latency?.p99 ?? null,
  };
  return [...methods, { method: 'all methods', calls, errors, 'mean ms': null, ...percentiles }];
}
