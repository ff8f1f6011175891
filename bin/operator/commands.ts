import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { listAccounts } from '../../src/accounts/accounts.ts';
import type { Account, Key } from '../../src/directory/directory-items.ts';
import { findAccount, findKey, listKeys } from '../../src/directory/directory-reads.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { createReadCalls } from '../../src/keys/key-slots.ts';
import type { Plan, Plans } from '../../src/plans.ts';
import { systemClock } from '../../src/time.ts';
import { queryUsage, type UsageRequest } from '../../src/usage/query-usage.ts';
import type { OperatorTables } from './operator-tables.ts';
import type { OutputRow } from './print-rows.ts';
import { replay } from './replay-command.ts';

export type Command = {
  /** Names of its positional arguments. */
  readonly args: readonly string[];
  readonly options?: readonly CommandOption[];
  readonly summary: string;
  run(
    tables: OperatorTables & { readonly plans: Plans },
    ...values: (string | undefined)[]
  ): Promise<readonly OutputRow[]> | AsyncGenerator<OutputRow>;
};

/** An option that only some commands have. */
export type CommandOption = 'object' | 'log' | 'unclear';

/** Every command of the operator. */
export const commands: Readonly<Record<string, Command>> = {
  'accounts list': { args: [], summary: 'list the accounts', run: accountRows },
  'accounts show': {
    args: ['ACCOUNT'],
    summary: 'show an account',
    run: async ({ directory }, id = '') => [accountRow(await findAccount(directory, id))],
  },
  'accounts suspend': {
    args: ['ACCOUNT'],
    summary: 'suspend an account: its keys are refused from the next request',
    run: async ({ directory }, id = '') => [accountRow(await suspendAccount(directory, id))],
  },
  'accounts resume': {
    args: ['ACCOUNT'],
    summary: 'resume a suspended account',
    run: async ({ directory }, id = '') => [accountRow(await resumeAccount(directory, id))],
  },
  'accounts change-plan': {
    args: ['ACCOUNT', 'PLAN'],
    summary: 'change the plan of an account from the next request',
    run: async (deps, id = '', planId = '') => [accountRow(await changePlan(deps, id, planId, 'operator'))],
  },
  'accounts usage': {
    args: ['ACCOUNT'],
    summary: 'show the calls of the last 24 hours, all keys together',
    run: async (tables, id = '') => {
      await findAccount(tables.directory, id);
      return usageRows(tables, { accountId: id });
    },
  },
  'keys list': {
    args: ['ACCOUNT'],
    summary: 'list the keys of an account, including revoked keys',
    run: async ({ directory }, id = '') => {
      await findAccount(directory, id);
      return (await listKeys(directory, id)).map(keyRow);
    },
  },
  'keys show': {
    args: ['ACCOUNT', 'KEY'],
    summary: 'show a key',
    run: async ({ directory }, id = '', keyId = '') => [keyRow(await findKey(directory, id, keyId))],
  },
  'keys create-key': {
    args: ['ACCOUNT', 'NAME'],
    summary: 'create a key and show its secret, only this once',
    run: async ({ directory, plans, admissions }, id = '', name = '') => {
      const deps = { directory, plans, clock: systemClock, readCalls: createReadCalls(admissions) };
      const { key, secret } = await createKey(deps, id, { name });
      return [{ key: key.keyId, name: key.name, secret }];
    },
  },
  'keys revoke-key': {
    args: ['ACCOUNT', 'KEY'],
    summary: 'revoke a key permanently, from its next request',
    run: async ({ directory }, id = '', keyId = '') => [keyRow(await revokeKey(directory, id, keyId, systemClock))],
  },
  'keys usage': {
    args: ['ACCOUNT', 'KEY'],
    summary: 'show the calls of a key in the last 24 hours',
    run: async (tables, id = '', name = '') => {
      const { accountId, keyId } = await findKey(tables.directory, id, name);
      return usageRows(tables, { accountId, keyId });
    },
  },
  replay: {
    args: [],
    options: ['object', 'log', 'unclear'],
    summary: 'put records that were not counted into the stream again',
    run: replay,
  },
  'plans list': { args: [], summary: 'list the plans', run: async ({ plans }) => plans.all.map(planRow) },
};

async function* accountRows({ client, directoryName }: OperatorTables): AsyncGenerator<OutputRow> {
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
  availability,
  limits,
  keys,
  historyDays,
  longestCallSeconds,
  dollarsPerMonth,
}: Plan): OutputRow => ({
  plan: id,
  availability,
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
  owner: Pick<UsageRequest, 'accountId' | 'keyId'>,
): Promise<OutputRow[]> {
  const to = systemClock();
  const { byMethod, total } = await queryUsage(usage, { ...owner, from: to - dayMs, to, span: 'hour' }, systemClock);
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
