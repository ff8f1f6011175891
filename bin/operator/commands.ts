import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { listAccounts } from '../../src/accounts/accounts.ts';
import type { Account, Key } from '../../src/directory/directory-items.ts';
import { findAccount, findKey, listKeys } from '../../src/directory/directory-reads.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { createReadCalls } from '../../src/keys/key-slots.ts';
import { plans } from '../../src/plans/plans.ts';
import { systemClock } from '../../src/time.ts';
import { queryUsage, type UsageRequest } from '../../src/usage/query-usage.ts';
import type { OperatorTables } from './operator-tables.ts';
import type { OutputRow } from './print-rows.ts';
import { replay } from './replay-command.ts';

/** A command: the words behind its name, its own options, and what it does with the values of both, in this order. */
export type Command = {
  readonly args: readonly string[];
  readonly options?: readonly CommandOption[];
  readonly summary: string;
  run(
    tables: OperatorTables,
    ...values: (string | undefined)[]
  ): Promise<readonly OutputRow[]> | AsyncGenerator<OutputRow>;
};

/** An option that not every command has; undefined where it is not given. */
export type CommandOption = 'object' | 'log' | 'unclear';

/** Every command of the operator, one entry each. */
export const commands: Readonly<Record<string, Command>> = {
  'accounts list': { args: [], summary: 'every account', run: listedAccounts },
  'accounts show': {
    args: ['ACCOUNT'],
    summary: 'one account',
    run: async ({ directory }, id = '') => [accountRow(await findAccount(directory, id))],
  },
  'accounts suspend': {
    args: ['ACCOUNT'],
    summary: 'takes its active plan away, from its next request on',
    run: async ({ directory }, id = '') => [accountRow(await suspendAccount(directory, id))],
  },
  'accounts resume': {
    args: ['ACCOUNT'],
    summary: 'gives it back',
    run: async ({ directory }, id = '') => [accountRow(await resumeAccount(directory, id))],
  },
  'accounts change-plan': {
    args: ['ACCOUNT', 'PLAN'],
    summary: 'puts it on another plan, from its next request on',
    run: async ({ directory }, id = '', planId = '') => [accountRow(await changePlan(directory, id, planId))],
  },
  'accounts usage': {
    args: ['ACCOUNT'],
    summary: 'calls of the last 24 hours, of all its keys',
    run: async (tables, id = '') => {
      await findAccount(tables.directory, id);
      return usageRows(tables, { accountId: id });
    },
  },
  'keys list': {
    args: ['ACCOUNT'],
    summary: 'its keys, the revoked ones too',
    run: async ({ directory }, id = '') => {
      await findAccount(directory, id);
      return (await listKeys(directory, id)).map(keyRow);
    },
  },
  'keys show': {
    args: ['ACCOUNT', 'KEY'],
    summary: 'one key',
    run: async ({ directory }, id = '', keyId = '') => [keyRow(await findKey(directory, id, keyId))],
  },
  'keys create-key': {
    args: ['ACCOUNT', 'NAME'],
    summary: 'makes a key and shows its secret, this once',
    run: async ({ directory, admissions }, id = '', name = '') => {
      const { key, secret } = await createKey(directory, id, { name }, systemClock, createReadCalls(admissions));
      return [{ key: key.keyId, name: key.name, secret }];
    },
  },
  'keys revoke-key': {
    args: ['ACCOUNT', 'KEY'],
    summary: 'ends a key for good, from its next request on',
    run: async ({ directory }, id = '', keyId = '') => [keyRow(await revokeKey(directory, id, keyId, systemClock))],
  },
  'keys usage': {
    args: ['ACCOUNT', 'KEY'],
    summary: 'its calls of the last 24 hours',
    run: async (tables, id = '', name = '') => {
      const { accountId, keyId } = await findKey(tables.directory, id, name);
      return usageRows(tables, { accountId, keyId });
    },
  },
  replay: {
    args: [],
    options: ['object', 'log', 'unclear'],
    summary: 'puts records that were not counted back into the stream',
    run: replay,
  },
  'plans list': { args: [], summary: 'the plans', run: async () => plans.map(planRow) },
};

async function* listedAccounts({ client, directoryName }: OperatorTables): AsyncGenerator<OutputRow> {
  for await (const account of listAccounts(client, directoryName)) yield accountRow(account);
}

const isoTime = (at: number): string => new Date(at).toISOString();

const accountRow = ({ accountId, email, planId, state, createdAt }: Account): OutputRow => ({
  account: accountId,
  email,
  plan: planId,
  state,
  created: isoTime(createdAt),
});

const keyRow = (key: Key): OutputRow => ({
  key: key.keyId,
  name: key.name,
  state: key.state,
  secrets: key.secrets.map(({ firstCharacters }) => `${firstCharacters}…`).join(' '),
  created: isoTime(key.createdAt),
});

const planRow = ({
  id,
  limits,
  keys,
  historyDays,
  longestCallSeconds,
  dollarsPerMonth,
}: (typeof plans)[number]): OutputRow => ({
  plan: id,
  'calls/s': limits.callsPerSecond,
  'calls/day': limits.callsPerDay,
  keys,
  'history days': historyDays,
  'longest call, s': longestCallSeconds,
  '$/month': dollarsPerMonth,
});

const dayMs = 86_400_000;

async function usageRows(
  { usage }: OperatorTables,
  whose: Pick<UsageRequest, 'accountId' | 'keyId'>,
): Promise<OutputRow[]> {
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
