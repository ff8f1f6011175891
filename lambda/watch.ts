import { dynamoDb, reach, secretsManager } from '../src/aws/services.ts';
import { systemClock } from '../src/clock.ts';
import { readEnvironment, readUpstreams, watchEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { createEmit } from '../src/metrics.ts';
import { watchNetworks } from '../src/networks/watch-networks.ts';
import { routes } from '../src/routes.ts';
import { createSignedTable } from '../src/table/signed-table.ts';
import { secretsManagerCredentials } from '../src/upstream/credentials.ts';
import { send } from '../src/upstream/send.ts';

const environment = readEnvironment(watchEnvironment, process.env);
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);
const parts = {
  routes,
  upstreams: readUpstreams(environment.UPSTREAMS),
  rpcUrl: environment.RPC_URL,
  table: createSignedTable(reach(dynamoDb, process.env), environment.NETWORKS_TABLE),
  credentials: secretsManagerCredentials(reach(secretsManager, process.env), clock, log),
  emit: createEmit(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`)),
  send,
  clock,
  log,
  limitMs: 5_000,
};

/** Runs watch once; fails when a part of the run failed, so that Lambda counts an error. */
export const handler = (): Promise<void> => watchNetworks(parts);
