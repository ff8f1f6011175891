import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import * as v from 'valibot';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { createLog } from '../../src/log.ts';
import { recordPartition } from '../../src/records/record.ts';
import { type RequestRecord, recordSchema } from '../../src/records/record-schema.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { createDirectory } from '../../src/table/directory-table.ts';
import type { Item } from '../../src/table/item-table.ts';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { createQueryableTable } from '../../src/table/signed-table.ts';
import { dayMs, systemClock } from '../../src/time.ts';
import { createMarkDays } from '../../src/usage/day-items.ts';
import { createLastUsed } from '../../src/usage/last-used.ts';
import { tally } from '../../src/usage/tally.ts';
import { type RecordingProxy, startRecordingProxy } from '../bin/operator/recording-proxy.ts';
import { newKey } from '../keys/new-key.ts';
import type { ApiAnswer } from '../management-api/api.ts';
import { documentClient, dynamoDbOptions, makeTable, makeUsageTable, signedDynamoDb } from '../support/dynamodb.ts';
import { replaceNodes, type WrittenSettings, writeFunctionSettings } from '../support/function-settings.ts';
import { networkChains } from '../support/settings.ts';
import { divertNothing } from '../usage/divert-nothing.ts';
import { insertOf } from '../usage/record.ts';

type Handler = (event: unknown) => Promise<unknown>;

const authorizerAnswer = v.object({ isAuthorized: v.boolean(), context: v.record(v.string(), v.unknown()) });
const httpAnswer = v.object({ statusCode: v.number(), headers: v.record(v.string(), v.string()), body: v.string() });

const forbidden: ApiAnswer = { status: 403, headers: {}, body: { message: 'Forbidden' } };

/** The real functions of `GET /v1/key` and of the RPC API over DynamoDB Local, behind a proxy that counts their calls. */
export class KeyWorld {
  readonly accountId = randomUUID();
  readonly #tables: Readonly<Record<string, string>>;
  readonly #proxy: RecordingProxy;
  readonly #written: WrittenSettings[] = [];
  readonly #nodeUrl: string;
  #tallied = 0;

  private constructor(tables: Readonly<Record<string, string>>, proxy: RecordingProxy, nodeUrl: string) {
    this.#tables = tables;
    this.#proxy = proxy;
    this.#nodeUrl = nodeUrl;
  }

  /** @param nodeUrl the chain node of every network */
  static async start(nodeUrl: string, planId = 'free'): Promise<KeyWorld> {
    const tables = {
      DIRECTORY_TABLE: await makeTable(true),
      ADMISSIONS_TABLE: await makeTable(false),
      RECORDS_TABLE: await makeTable(true),
      USAGE_TABLE: await makeUsageTable(),
      NETWORKS_TABLE: await makeTable(false, 'network'),
    };
    const world = new KeyWorld(tables, await startRecordingProxy(dynamoDbOptions().endpoint), nodeUrl);
    const account = { accountId: world.accountId, email: 'ada@example.com', planId };
    await registerAccount({ directory: world.directory, clock: systemClock }, account, { by: 'customer' });
    return world;
  }

  get directory() {
    return createDirectory(documentClient(), this.#tables.DIRECTORY_TABLE ?? '');
  }

  get records() {
    return createSdkTable(documentClient(), this.#tables.RECORDS_TABLE ?? '');
  }

  get usage() {
    return createQueryableTable(signedDynamoDb(), this.#tables.USAGE_TABLE ?? '');
  }

  get admissions() {
    return createSdkTable(documentClient(), this.#tables.ADMISSIONS_TABLE ?? '');
  }

  newKey = () => newKey(this.directory, this.accountId, 'in use', systemClock);

  /** Loads a function as Lambda does, with these settings beside it. */
  async load(file: string, settings: FunctionSettings): Promise<Handler> {
    const nodes = Object.fromEntries(settings.networks.map(({ network }) => [network, [{ url: this.#nodeUrl }]]));
    const beside = writeFunctionSettings(replaceNodes(settings, nodes));
    this.#written.push(beside);
    const { region, credentials } = dynamoDbOptions();
    Object.assign(process.env, this.#tables, beside.variables, {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: this.#proxy.url,
      LOG_LEVEL: 'error',
      // A busy machine is no outage: a late record would be lost.
      CALL_PATIENCE: '10',
    });
    jest.resetModules();
    return (await import(`../../lambda/${file}.ts`)).handler;
  }

  /** Makes requests as API Gateway passes them: the authorizer, whose answers are not cached, then the function. */
  async keyApi(settings: FunctionSettings): Promise<(secret: string, query?: string) => Promise<ApiAnswer>> {
    const authorizer = await this.load('key-authorizer', settings);
    const handler = await this.load('key-api', settings);
    return async (secret, rawQueryString = '') => {
      const context = await allowedBy(authorizer, secret, '/v1/key');
      if (!context) return forbidden;
      const requestContext = { requestId: randomUUID(), authorizer: { lambda: context } };
      return answerOf(await handler({ rawQueryString, requestContext }));
    };
  }

  /** Makes requests as API Gateway passes them if it has the authorizer's answer. */
  async rpcApi(settings: FunctionSettings): Promise<(secret: string, body: string) => Promise<ApiAnswer>> {
    const handler = await this.load('proxy', settings);
    return async (secret, body) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': secret };
      return answerOf(await handler({ rawPath: '/devnet', headers, body, isBase64Encoded: false }));
    };
  }

  /** Calls of the functions to DynamoDB since the last call, such as `Directory: GetItem`. */
  takeCalls = (): string[] => {
    const labels = Object.entries(this.#tables).map(([name, table]) => [table, name.replace('_TABLE', '')]);
    return this.#proxy.takeCalls(Object.fromEntries(labels));
  };

  /** The key's history of the day. */
  async history(keyId: string, at: number): Promise<RequestRecord[]> {
    const records: RequestRecord[] = [];
    for await (const item of this.records.query(recordPartition(keyId, at))) records.push(v.parse(recordSchema, item));
    return records;
  }

  /** Adds up the records, as when the tally has caught up. */
  async tally(records: readonly RequestRecord[]): Promise<Item[]> {
    const lines: Item[] = [];
    const log = createLog('warn', (line) => lines.push(JSON.parse(line)));
    const clock = systemClock;
    const events = records.map((record) => {
      this.#tallied += 1;
      return insertOf(record, this.#tallied, { createdAt: clock() });
    });
    const { usage } = this;
    const lastUsed = createLastUsed(usage, log);
    const markDays = createMarkDays(usage, clock, log);
    const chains = networkChains;
    await tally(events, { usage, chains, lastUsed, markDays, divert: divertNothing, clock, log, emit: () => {} });
    return lines;
  }

  stop(): void {
    this.#proxy.stop();
    for (const written of this.#written) written.remove();
  }
}

async function allowedBy(authorizer: Handler, secret: string, rawPath: string) {
  const { isAuthorized, context } = v.parse(authorizerAnswer, await authorizer({ identitySource: [secret], rawPath }));
  return isAuthorized ? context : undefined;
}

function answerOf(result: unknown): ApiAnswer {
  const { statusCode: status, headers, body } = v.parse(httpAnswer, result);
  return { status, headers, body: JSON.parse(body) };
}

export const daysAgo = (days: number): number => systemClock() - days * dayMs;
