import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Runtime, type RuntimeOptions, startRuntime } from '../../bin/start/runtime.ts';
import type { Gateway } from '../../bin/start/serve-template.ts';
import type { MakeFunction } from '../../packages/cdk-local/functions/functions.ts';
import { LambdaFunction } from '../../packages/cdk-local/functions/lambda-function.ts';
import { uncheckedSignature } from '../../packages/cdk-local/iam/unchecked-signature.ts';
import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { createReadCalls } from '../../src/keys/key-slots.ts';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import { Plans } from '../../src/plans.ts';
import { type RequestRecord, recordSchema } from '../../src/records/record-schema.ts';
import { createDirectory, type Directory } from '../../src/table/directory-table.ts';
import type { Table } from '../../src/table/item-table.ts';
import { connectDynamoDb, createSdkTable } from '../../src/table/sdk-table.ts';
import { dayOf, systemClock } from '../../src/time.ts';
import { readCounter } from '../../src/usage/tally-counter.ts';
import { startChainNode } from './chain-node.ts';
import { byCustomer, byOperator, customer } from './change-requests.ts';
import { sharedAssembly } from './shared-assembly.ts';

/** A key for a test, with its secret. */
export type TestKey = { readonly accountId: string; readonly keyId: string; readonly secret: string };

/** A locally served gateway, and an operator's access to its tables. */
export type TestGateway = {
  readonly runtime: Gateway;
  readonly directory: Directory;
  readonly admissions: Table;
  readonly records: Table;
  readonly usage: Table;
  /** Creates a key of the account. Default: a new account on the given plan, or on the free one. */
  newKey(options?: { accountId?: string; planId?: string }): Promise<TestKey>;
  /** The operator gives an account a plan. */
  assignPlan(accountId: string, planId: string): Promise<unknown>;
  revoke(key: TestKey): Promise<unknown>;
  suspend(key: TestKey): Promise<unknown>;
  resume(key: TestKey): Promise<unknown>;
  stop(): Promise<void>;
};

/** The same of the local runtime. */
export type TestRuntime = TestGateway & { readonly runtime: Runtime };

/** For tests that send many requests at once: each process that starts takes a tenth of a second of processor time. */
export const fourProcesses: MakeFunction = (options) => new LambdaFunction({ ...options, concurrency: 4 });

/**
 * @param upstreams URLs for networks without a chain node
 * @param more further options of the runtime
 */
export async function startTestRuntime(
  upstreams: Readonly<Record<string, readonly string[]>> = {},
  more: RuntimeOptions = {},
): Promise<TestRuntime> {
  const runtime = await startRuntime({
    port: 0,
    synth: sharedAssembly,
    startNode: startChainNode,
    upstreams: toUpstreams(upstreams),
    ...more,
  });
  return { ...operate(runtime), runtime };
}

/** An operator's access to a locally served gateway. */
export function operate(runtime: Gateway): TestGateway {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'operator' };
  // A long time-out, because a test machine is busy, and a table may hold the records of 100,000 requests.
  const requestHandler = { requestTimeout: 20_000 };
  const client = connectDynamoDb({
    endpoint: runtime.dynamodbUrl,
    region: 'us-east-1',
    credentials,
    signer: uncheckedSignature({ accessKeyId: credentials.accessKeyId, region: 'us-east-1', service: 'dynamodb' }),
    requestHandler,
  });
  const tableNamed = (output: string) => createSdkTable(client, runtime.outputs[output] ?? '');
  const directory = createDirectory(client, runtime.tables.directory);
  const admissions = tableNamed('AdmissionsTable');
  const plans = new Plans(runtime.settings.plans);
  return {
    runtime,
    directory,
    admissions,
    records: tableNamed('RecordsTable'),
    usage: tableNamed('UsageTable'),
    async newKey({ accountId = randomUUID(), planId = plans.free.id } = {}) {
      await registerAccount(
        { directory, clock: systemClock },
        { accountId, email: `${accountId}@example.com`, planId },
        customer,
      );
      const deps = { directory, plans, clock: systemClock, readCalls: createReadCalls(admissions) };
      const { key, secret } = await createKey(deps, byCustomer(accountId), { name: 'test' });
      if (secret === null) throw new Error('A new key has a secret.');
      return { accountId, keyId: key.keyId, secret };
    },
    revoke: ({ accountId, keyId }) => revokeKey({ directory, plans, clock: systemClock }, byCustomer(accountId), keyId),
    assignPlan: (accountId, planId) =>
      changePlan({ directory, plans, clock: systemClock }, byOperator(accountId), planId),
    suspend: ({ accountId }) => suspendAccount({ directory, clock: systemClock }, byOperator(accountId)),
    resume: ({ accountId }) => resumeAccount({ directory, clock: systemClock }, byOperator(accountId)),
    async stop() {
      client.destroy();
      await runtime.stop();
    },
  };
}

const toUpstreams = (urls: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(urls).map(([network, list]) => [network, list.map((url) => ({ url }))]));

/** A key's usage of today: tallied calls by outcome, method and error code, records (oldest first), and calls used. */
export async function usageOf(runtime: TestGateway, { keyId }: Pick<TestKey, 'keyId'>) {
  const outcomes: Record<string, number> = {};
  const methods: Record<string, number> = {};
  const errorCodes: Record<string, number> = {};
  for await (const item of runtime.usage.query(keyId, 'hour#')) {
    for (const entry of readCounter(item).entries) {
      if ('errorCode' in entry) errorCodes[entry.errorCode] = (errorCodes[entry.errorCode] ?? 0) + entry.amount;
      if (!('outcome' in entry)) continue;
      const { method, outcome, amount } = entry;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + amount;
      methods[method] = (methods[method] ?? 0) + amount;
    }
  }
  const day = dayOf(systemClock());
  const records: RequestRecord[] = [];
  const { pk } = admissionsKey(keyId, day);
  for await (const item of runtime.records.query(pk)) records.push(v.parse(recordSchema, item));
  const admitted = Number((await runtime.admissions.get({ pk }))?.used ?? 0);
  return { outcomes, methods, errorCodes, records: records.toSorted((one, other) => one.at - other.at), admitted };
}
