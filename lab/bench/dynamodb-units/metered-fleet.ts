import { randomUUID } from 'node:crypto';
import { registerAccount } from '../../../src/accounts/accounts.ts';
import { chains } from '../../../src/chains/chains.ts';
import { RpcProxy } from '../../../src/json-rpc/proxy.ts';
import { authorize } from '../../../src/keys/authorize.ts';
import { callerOf } from '../../../src/keys/caller.ts';
import { createKey } from '../../../src/keys/create-key.ts';
import { Admissions } from '../../../src/limits/admissions.ts';
import { createLog } from '../../../src/log.ts';
import { type Limits, Plans } from '../../../src/plans.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { createDirectory } from '../../../src/table/directory-table.ts';
import type { ItemTable } from '../../../src/table/item-table.ts';
import { createSignedTable } from '../../../src/table/signed-table.ts';
import { type Clock, pause } from '../../../src/time.ts';
import { Forwarder } from '../../../src/upstream/forwarder.ts';
import { networkChains, plans } from '../../../test/support/settings.ts';
import { sdkClient, signedClient } from '../local-dynamodb.ts';
import { timesOf } from '../tally/batches.ts';
import type { Inserted } from './tally-units.ts';

/** Names of the tables that a fleet works on; Admissions has `pk` alone. */
export const fleetTables = { pk: ['Admissions'], pkAndSk: ['Directory', 'Records'] };

/** Makes a call with a fleet's key, through the proxy of one process: the answer's HTTP status. */
export type Process = (method: string) => Promise<number>;

/** Function processes that share a key and the tables, and what they have put into Records since somebody took it. */
export type Fleet = {
  readonly processes: readonly Process[];
  takeRecords(): Inserted[];
  readonly keyId: string;
};

export type FleetOptions = {
  /** Where requests are metered, and where accounts and keys are made beside that. */
  readonly metered: string;
  readonly direct: string;
  readonly clock: Clock;
  readonly size: number;
  readonly planId: string;
  /** Instead of the plan's. */
  readonly limits?: Limits | undefined;
  /** The duration of each request, in ms; simulated time does not move meanwhile. */
  readonly latency: () => number;
};

const log = createLog('error');
const upstreams = { mainnet: [{ url: 'http://upstream.invalid' }] };
const send = async () => ({
  status: 200,
  contentType: 'application/json',
  contentEncoding: undefined,
  body: Buffer.from('{"jsonrpc":"2.0","result":314159265,"id":1}'),
});

/**
 * Makes a key, and processes with a memory each that serve it with the gateway's own code; only the upstream is made
 * up.
 */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { metered, direct, clock, size, planId, limits, latency } = options;
  const service = signedClient(metered);
  const { keyId, secret } = await makeKey(direct, planId, clock);
  const directory = createSignedTable(service, 'Directory');
  let inserted: Inserted[] = [];
  const table = createSignedTable(service, 'Records');
  const records: ItemTable = {
    ...table,
    async put(put) {
      const item = put.upstreamMs === undefined ? put : { ...put, ...timesOf(latency()) };
      await table.put(item);
      inserted.push({ item, at: clock() });
    },
  };
  const process = (): Process => {
    // DynamoDB Local dates its answers in real time, so the time of the last answer is simulated, as that of INIT is.
    let lastDate = clock();
    const admissions = new Admissions({
      table: createSignedTable(service, 'Admissions'),
      clock,
      lastDate: () => lastDate,
      pause,
      random: Math.random,
      log,
    });
    const forwarder = new Forwarder({
      upstreams,
      credentials: async () => ({ headers: {}, query: {} }),
      send,
      clock,
      log,
    });
    const refusals = new RefusalRecords({ records, clock, log, methodName: networkChains.tallyName });
    const fleetPlans = limits ? new Plans(plans.all.map((plan) => ({ ...plan, limits }))) : plans;
    const authorizeCaller = async (header: string, network: string) => {
      const identity = await authorize(header, network, { directory, plans: fleetPlans, refusals, clock });
      return identity && callerOf(identity, fleetPlans);
    };
    const proxy = new RpcProxy({
      authorize: authorizeCaller,
      admissions,
      forwarder,
      records,
      refusals,
      clock,
      log,
      overlapReads: true,
    });
    return async (method) => {
      const { status } = await proxy.serve({ ...request(method), secret });
      if (status === 403) throw new Error('The key of the benchmark was refused.');
      lastDate = clock();
      return status;
    };
  };
  return {
    keyId,
    processes: Array.from({ length: size }, process),
    takeRecords: () => {
      const taken = inserted;
      inserted = [];
      return taken;
    },
  };
}

async function makeKey(url: string, planId: string, clock: Clock) {
  const directory = createDirectory(sdkClient(url), 'Directory');
  const deps = { directory, plans, clock, readCalls: async () => 0 };
  const origin = { by: 'operator' } as const;
  // A new account, because a plan limits the number of keys.
  const { accountId } = await registerAccount(
    deps,
    { accountId: randomUUID(), email: 'bench@example.com', planId },
    origin,
  );
  const { key, secret } = await createKey(deps, { accountId, origin }, { name: 'bench' });
  if (secret === null) throw new Error('A new key has a secret.');
  return { keyId: key.keyId, secret };
}

const request = (method: string) => ({
  network: 'mainnet',
  chain: chains.solana,
  contentType: 'application/json',
  acceptGzip: false,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
});
