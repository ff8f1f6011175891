import { AwsClient } from '../../src/aws/aws-client.ts';
import { dynamoDb as dynamoDbService } from '../../src/aws/aws-services.ts';
import type { ProxyRequest } from '../../src/json-rpc/parse-request.ts';
import { RpcProxy } from '../../src/json-rpc/proxy.ts';
import type { ProxyAnswer } from '../../src/json-rpc/proxy-answer.ts';
import { secretCallLimits } from '../../src/keys/authorize.ts';
import { Admissions } from '../../src/limits/admissions.ts';
import { counterCallLimits } from '../../src/limits/write-failure.ts';
import type { Log } from '../../src/log.ts';
import { createNetworkStateCache, type NetworkStateCache } from '../../src/networks/network-state-cache.ts';
import type { Plan } from '../../src/plans.ts';
import { recordCallLimits } from '../../src/records/record.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import type { ItemTable } from '../../src/table/item-table.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { Forwarder } from '../../src/upstream/forwarder.ts';
import { callerOn } from '../../test/support/callers.ts';
import { networkChains } from '../../test/support/settings.ts';
import { simulateConnections } from './simulated-connections.ts';
import type { SimulatedDynamoDb } from './simulated-dynamodb.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SimulatedTime } from './simulated-time.ts';

type SimulatedProcessOptions = {
  readonly time: SimulatedTime;
  readonly dynamoDb: SimulatedDynamoDb;
  readonly node: SimulatedNode;
  readonly random: () => number;
  readonly log: Log;
  /** How far the process's clock is off. */
  readonly skewMs: number;
  /** The plan of a key, which is its own secret. */
  readonly planOf: (keyId: string) => Plan;
};

/** What lambda/warm-up.ts waits for INIT's steps at most. */
const maxInitMs = 1_000;

const network = 'mainnet';

/** One process of the proxy function: the gateway's own classes, as lambda/proxy.ts connects them. */
export class SimulatedProcess {
  readonly #options: SimulatedProcessOptions;
  readonly #admissions: Admissions;
  readonly #directory: ItemTable;
  readonly #networks: NetworkStateCache;
  readonly #proxy: RpcProxy;
  #isFrozen = false;
  #undelivered: (() => void)[] = [];
  /** How many requests it has sent to nodes. */
  sent = 0;

  constructor(options: SimulatedProcessOptions) {
    this.#options = options;
    const { random, log, node, planOf } = options;
    const client = this.#createClient();
    const { clock } = client;
    this.#admissions = new Admissions({
      table: createSignedTable(client, 'Admissions', counterCallLimits),
      clock,
      lastDate: () => client.lastDate,
      pause: this.#pause,
      random,
      log,
    });
    const networksTable = createSignedTable(client, 'Networks');
    this.#networks = createNetworkStateCache({
      table: networksTable,
      networks: [network],
      clock,
      pause: this.#pause,
      log,
    });
    const records = createSignedTable(client, 'Records', recordCallLimits);
    const send = (request: Parameters<SimulatedNode['send']>[0]) => {
      this.sent += 1;
      return node.send(request, this.#deliver);
    };
    this.#directory = createSignedTable(client, 'Directory', secretCallLimits);
    this.#proxy = new RpcProxy({
      authorize: async (keyId) => {
        await this.#directory.get({ pk: keyId });
        return callerOn(planOf(keyId), keyId);
      },
      admissions: this.#admissions,
      forwarder: new Forwarder({
        upstreams: { [network]: [{ url: 'https://node.invalid/' }] },
        credentials: () => Promise.reject(new Error('The node needs no credentials.')),
        send,
        clock: this.#clock,
        log,
        watched: this.#networks.stateOf,
      }),
      records,
      refusals: new RefusalRecords({
        records,
        clock,
        log,
        methodName: networkChains.tallyName,
        random,
      }),
      clock,
      log,
      overlapReads: true,
    });
  }

  /** Reads what INIT reads, for at most as long as INIT waits. Never rejects. */
  async init(): Promise<void> {
    const all = this.#directory
      .get({ pk: '' })
      .finally(() => this.#admissions.limitStatus('', { callsPerSecond: 0, callsPerDay: 0 }))
      .finally(() => this.#networks.load())
      .catch(() => undefined);
    await Promise.race([all, this.#options.time.pause(maxInitMs)]);
    this.#isFrozen = true;
  }

  /** Answers one request. Lambda freezes the process before and afterwards. */
  async serve(request: Omit<ProxyRequest, 'network'>): Promise<ProxyAnswer> {
    this.#thaw();
    this.#networks.refreshIfDue(network);
    const answer = await this.#proxy.serve({ ...request, network });
    this.#isFrozen = true;
    return answer;
  }

  readonly #clock = () => Math.floor(this.#options.time.now + this.#options.skewMs);

  readonly #pause = (ms: number): Promise<void> =>
    new Promise((resolve) => this.#options.time.after(ms, () => this.#deliver(resolve)));

  #createClient(): AwsClient {
    const { time, dynamoDb, random } = this.#options;
    return new AwsClient(dynamoDbService, {
      endpoint: new URL('https://dynamodb.us-east-1.amazonaws.com'),
      region: 'us-east-1',
      credentials: () => credentials,
      clock: this.#clock,
      random,
      pause: this.#pause,
      exchange: simulateConnections({ time, dynamoDb, deliver: this.#deliver }),
    });
  }

  /** A frozen process runs no callbacks. It gets them when it serves the next request. */
  readonly #deliver = (callback: () => void): void => {
    if (this.#isFrozen) this.#undelivered.push(callback);
    else callback();
  };

  #thaw(): void {
    this.#isFrozen = false;
    const callbacks = this.#undelivered;
    this.#undelivered = [];
    for (const callback of callbacks) callback();
  }
}

const credentials = { accessKeyId: 'simulation', secretAccessKey: 'simulation' };
