import { createMetricEmitter } from '../src/embedded-metrics.ts';
import { endpointWatchEnvironment } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { watchEndpoints } from '../src/networks/watch-networks.ts';
import { readEnvironment } from '../src/read-environment.ts';
import { readFunctionSettings } from '../src/settings.ts';
import { systemClock } from '../src/time.ts';
import { send } from '../src/upstream/send-to-upstream.ts';

const environment = readEnvironment(endpointWatchEnvironment, process.env);
const deps = {
  networks: readFunctionSettings(process.env).networks,
  rpcUrl: environment.RPC_URL,
  emit: createMetricEmitter(environment.METRICS_NAMESPACE, (line) => void process.stdout.write(`${line}\n`)),
  send,
  clock: systemClock,
  log: createLog(environment.LOG_LEVEL),
  limitMs: 5_000,
};

/** Asks every endpoint once, from outside of the nodes' VPC. */
export const handler = (): Promise<void> => watchEndpoints(deps);
