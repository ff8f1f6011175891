import { solana } from '../../src/chains/solana.ts';
import type { ProxyRequest } from '../../src/json-rpc/parse-request.ts';
import { type ProxyDeps, RpcProxy } from '../../src/json-rpc/proxy.ts';
import type { ProxyAnswer } from '../../src/json-rpc/proxy-answer.ts';
import { parseRpcRequest, rawId } from '../../src/json-rpc/rpc-request.ts';
import { createLog } from '../../src/log.ts';
import type { Plan } from '../../src/plans.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import type { Item, Table } from '../../src/table/item-table.ts';
import { Forwarder, type ForwarderDeps } from '../../src/upstream/forwarder.ts';
import { send } from '../../src/upstream/send-to-upstream.ts';
import { admissionsOn } from '../support/admissions.ts';
import { everyKeyOn } from '../support/callers.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { networkChains, plans } from '../support/settings.ts';
import type { Behaviour } from '../upstream/upstream-server.ts';

/** A time at which no window is about to end: 250 ms into a second. */
export const noon = Date.UTC(2026, 10, 20, 12, 0, 0, 250);

/** The gateway's time, which tests set. */
export const time = { now: noon };
const clock = () => time.now;

let keys = 0;

/** The proxy with its real dependencies, serving one new key. */
export type Gateway = {
  serve(body: string, more?: Partial<ProxyRequest>): ReturnType<RpcProxy['serve']>;
  /** The key's calls counted on this UTC day. */
  used(): Promise<number>;
  /** The key's records of this UTC day, in the order of their requests. (Until 3084, every ULID starts with 0.) */
  records(): Promise<Item[]>;
  /** Log lines. */
  readonly lines: readonly Item[];
  readonly keyId: string;
};

/** The tables that the tests of a file share. */
export type Tables = { readonly admissions: Table; readonly records: Table };

export const makeTables = async (): Promise<Tables> => ({
  admissions: await emptyTable({ sortKey: false }),
  records: await emptyTable({ sortKey: true }),
});

export type GatewayOptions = {
  readonly tables: Tables;
  readonly upstreams?: readonly string[];
  readonly plan?: Plan;
  /** Default: the plan's. */
  readonly longestCallSeconds?: number;
  readonly forwarder?: Partial<ForwarderDeps>;
  readonly deps?: Partial<ProxyDeps>;
};

export function makeGateway(options: GatewayOptions): Gateway {
  const { tables, upstreams = [], plan: given = plans.free, forwarder, deps } = options;
  const plan = { ...given, longestCallSeconds: options.longestCallSeconds ?? given.longestCallSeconds };
  keys += 1;
  const keyId = `key_${keys}`;
  const lines: Item[] = [];
  const log = createLog('debug', (line) => lines.push(JSON.parse(line)));
  const devnet = upstreams.map((url) => ({ url }));
  const credentials = () => Promise.reject(new Error('no credentials are expected'));
  const proxy = new RpcProxy({
    authorize: everyKeyOn(plan),
    admissions: admissionsOn(tables.admissions, clock),
    forwarder: new Forwarder({ upstreams: { devnet }, credentials, send, clock, log, ...forwarder }),
    records: tables.records,
    refusals: new RefusalRecords({
      records: tables.records,
      clock,
      log,
      methodName: networkChains.tallyName,
      random: () => 0,
    }),
    clock,
    log,
    ...deps,
  });
  const request = {
    network: 'devnet',
    chain: solana,
    secret: keyId,
    contentType: 'application/json',
  };
  const day = () => `${keyId}#${new Date(time.now).toISOString().slice(0, 10)}`;
  return {
    serve: (body, more) => proxy.serve({ ...request, acceptGzip: false, body, ...more }),
    used: async () => Number((await tables.admissions.get({ pk: day() }))?.used ?? 0),
    records: () => Array.fromAsync(tables.records.query(day(), '0')),
    lines,
    keyId,
  };
}

/** A call's text; `id` is raw JSON. */
export const call = (id: string | number, method = 'getHealth'): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;

/** A batch of calls with the ids 0, 1, 2 … */
export const batchOf = (n: number): string => `[${Array.from({ length: n }, (_, index) => call(index)).join(',')}]`;

/** A node that answers every call with a result. */
export const healthy: Behaviour = (response, { body }) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(goodAnswerTo(body.toString()));

/** The text of a good answer to a call or a batch. */
export function goodAnswerTo(body: string): string {
  const { elements, batch } = parseRpcRequest(body);
  const texts = elements.map(({ raw }) => `{"jsonrpc":"2.0","result":"ok","id":${rawId(raw)}}`);
  return batch ? `[${texts.join(',')}]` : (texts[0] ?? '');
}

/** The free plan with other limits. */
export const planOf = (callsPerSecond: number, callsPerDay: number): Plan => ({
  ...plans.free,
  limits: { callsPerSecond, callsPerDay },
});

/** A table that can be read but not written. */
export const broken = (table: Table): Table => ({
  ...table,
  update: () => Promise.reject(new Error('the table is on fire')),
  put: () => Promise.reject(new Error('the table is on fire')),
});

const { callsPerSecond, callsPerDay } = plans.free.limits;

/** The limit headers at noon of a key of the free plan that has made these calls in this second and on this day. */
export function limitHeadersAfter(secondCalls: number, dayCalls = secondCalls) {
  return {
    'RateLimit-Policy': `"second";q=${callsPerSecond};w=1, "day";q=${callsPerDay};w=86400`,
    RateLimit: `"second";r=${callsPerSecond - secondCalls};t=1, "day";r=${callsPerDay - dayCalls};t=43200`,
    'X-RateLimit-Limit': String(callsPerSecond),
    'X-RateLimit-Remaining': String(callsPerSecond - secondCalls),
    'X-RateLimit-Reset': String(Date.UTC(2026, 10, 20, 12, 0, 1) / 1_000),
  };
}

/** The error of an answer to a single call. */
export const errorOf = (answer: ProxyAnswer) => JSON.parse(answer.body).error;

export const ulidForm = /^[0-9A-HJKMNP-TV-Z]{26}$/;
