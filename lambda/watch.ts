import type { AwsService } from '../src/aws/aws-client.ts';
import { createAwsClient, dynamoDb, secretsManager } from '../src/aws/aws-services.ts';
import { loggingUnreachable } from '../src/aws/unreachable-log.ts';
import { createMetricEmitter } from '../src/embedded-metrics.ts';
import { watchEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { watchNetworks } from '../src/networks/watch-networks.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { createSignedTable } from '../src/table/signed-table.ts';
import { pause, systemClock } from '../src/time.ts';
import { send } from '../src/upstream/send-to-upstream.ts';
import { secretsManagerCredentials } from '../src/upstream/upstream-credentials.ts';

const environment = readEnvironment(watchEnvironment, process.env);
const clock = systemClock;
const log = createLog(environment.LOG_LEVEL);
const clientOf = (service: AwsService) => loggingUnreachable(createAwsClient(service, process.env), service, log);
const { networks, watchEverySeconds } = readFunctionSettings(process.env);
const deps = {
  networks,
  rpcUrl: environment.RPC_URL,
  table: createSignedTable(clientOf(dynamoDb), environment.NETWORKS_TABLE),
  credentials: secretsManagerCredentials(clientOf(secretsManager), clock, log),
  emit: createMetricEmitter(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`)),
  send,
  clock,
  log,
  limitMs: 5_000,
  everyMs: watchEverySeconds * 1_000,
  pause,
};

/** Runs watch for a minute. It rejects if any part failed, so that Lambda counts an error. */
export const handler = (): Promise<void> => watchNetworks(deps);
