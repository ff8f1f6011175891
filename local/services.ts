import type { Log } from '../src/log.ts';
import { type EventSourceMappings, startEventSourceMappings } from './event-source-mapping/event-source-mappings.ts';
import type { Folders } from './folders.ts';
import { type Functions, startFunctions } from './functions/functions.ts';
import { readHttpApi } from './http-api/http-api.ts';
import { startHttpApi } from './http-api/server.ts';
import { type Gate, startGate } from './iam/gate.ts';
import type { Logs } from './logs.ts';
import type { Progress } from './progress.ts';
import type { Buckets } from './s3/buckets.ts';
import type { Teardown } from './teardown.ts';
import type { Template } from './template/template.ts';

export type ServicesOptions = {
  readonly template: Template;
  readonly place: { readonly accountId: string; readonly region: string };
  readonly port: number;
  readonly dynamodbUrl: string;
  /** Resolves when the tables are there. */
  readonly tablesMade: Promise<void>;
  readonly buckets: Buckets;
  readonly folders: Folders;
  readonly teardown: Teardown;
  readonly progress: Progress;
  readonly logs: Logs;
  readonly log: Log;
};

/** The services that serve the template. `url` is the HTTP API's, without a path. */
export type Services = { readonly url: string; readonly drained: () => Promise<void> };

/** Starts the gate, the functions, the event source mappings and, when all can answer, the HTTP API. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { teardown, progress, template, buckets, dynamodbUrl, log } = options;
  const onDenied = (denial: object) => log.warn('aws_call_denied', { ...denial });
  const secrets = new Map<string, string>();
  const gate = await teardown.started(startGate({ template, dynamodbUrl, s3: buckets, secrets, onDenied }));
  const functions = await progress('Functions', teardown.started(startFunctions(functionsOf(options, gate))));
  await options.tablesMade;
  const mappings = await progress('Event source mappings', startMappings(options, gate, functions));
  const { url } = await progress('HTTP API', teardown.started(startApi(options, functions)));
  return { url, drained: mappings.drained };
}

const functionsOf = ({ template, place, logs }: ServicesOptions, gate: Gate): Parameters<typeof startFunctions>[0] => ({
  template,
  accessOf: (roleArn) => ({
    region: place.region,
    ...gate.credentialsOf(roleArn),
    endpoints: { DYNAMODB: gate.url, DYNAMODB_STREAMS: gate.url, S3: gate.url, SECRETS_MANAGER: gate.url },
  }),
  onLog: logs.add,
});

async function startMappings(
  { template, teardown, folders, log }: ServicesOptions,
  gate: Gate,
  functions: Functions,
): Promise<EventSourceMappings> {
  const mappings = await startEventSourceMappings({
    template,
    functions,
    endpoint: gate.url,
    credentialsOf: gate.credentialsOf,
    dataDir: folders.checkpoints,
    log,
  });
  // Together: a mapping waits for its invocation, and an invocation that is cut off is not to be taken for a failure.
  teardown.add(() => Promise.all([mappings.stop(), functions.stop()]));
  return mappings;
}

async function startApi({ template, place, port, logs, log }: ServicesOptions, functions: Functions) {
  const [resource, ...further] = template.ofType('AWS::ApiGatewayV2::Api');
  if (!resource || further.length > 0)
    throw new Error('The local runtime serves a template with exactly one HTTP API.');
  return startHttpApi({
    api: readHttpApi(template, resource, place),
    invoke: functions.invoke,
    port,
    onAccessLog: (line) => logs.add('access-log', line),
    onFault: (error) => log.error('http_api_fault', { error: error instanceof Error ? error.stack : String(error) }),
  });
}
