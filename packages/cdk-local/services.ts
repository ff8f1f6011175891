import { serveDistribution } from './cloudfront/distribution-server.ts';
import type { DataFolders } from './data-folders.ts';
import { ScheduledRules, type ScheduleOptions } from './event-bridge/scheduled-rules.ts';
import {
  type EventSourceMappings,
  startEventSourceMappings,
} from './event-source-mapping/start-event-source-mappings.ts';
import { createEventQueue, type EventQueue } from './functions/event-queue.ts';
import { type Functions, type MakeFunction, startFunctions } from './functions/functions.ts';
import type { InvokableFunctions } from './functions/lambda-service.ts';
import { startHttpApi } from './http-api/api-server.ts';
import { readHttpApi } from './http-api/http-api.ts';
import type { HookStatus } from './iam/code-deploy-service.ts';
import { type AllowedCall, type Gate, startGate } from './iam/gate.ts';
import type { Listeners } from './listeners.ts';
import type { LoadedStack } from './load-stack.ts';
import type { EventLog, Logs, ReportProgress } from './logs.ts';
import { deployToBuckets } from './s3/bucket-deployment.ts';
import type { Buckets } from './s3/buckets.ts';
import type { Secrets } from './secrets-manager/secret-arns.ts';
import { openSecrets } from './secrets-manager/secret-values.ts';
import { type Teardown, together } from './teardown.ts';
import type { Mail } from './user-pool/mail.ts';
import { startUserPools, type UserPools } from './user-pool/user-pools.ts';

export type ServicesOptions = {
  readonly stack: LoadedStack;
  readonly place: { readonly accountId: string; readonly region: string };
  readonly listeners: Listeners;
  readonly dynamodbUrl: string;
  /** Resolves when the tables exist. */
  readonly tablesMade: Promise<void>;
  readonly buckets: Buckets;
  readonly folders: DataFolders;
  /** Called with each e-mail that a user would get on AWS. */
  readonly onMail: (mail: Mail) => void;
  readonly teardown: Teardown;
  readonly progress: ReportProgress;
  readonly logs: Logs;
  readonly log: EventLog;
  /** Values of secrets that the template only names, by name. */
  readonly givenSecrets: Secrets;
  /** Called for each AWS call of a function that its role allows. */
  readonly onAwsCall: ((call: AllowedCall) => void) | undefined;
  /** Replaces the runtime's own function runner. */
  readonly makeFunction?: MakeFunction | undefined;
  readonly schedule: ScheduleOptions;
};

/** The services that serve the template. */
export type Services = {
  readonly userPools: UserPools;
  readonly drained: () => Promise<void>;
  readonly invoke: Functions['invoke'];
  readonly runScheduled: () => Promise<void>;
};

/**
 * Starts the gate, the functions, the user pools and the event source mappings, and then the HTTP APIs, the
 * distributions and the scheduled rules, which depend on them.
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { teardown, progress, stack, buckets, dynamodbUrl, log } = options;
  const { template } = stack;
  const onDenied = (denial: object) => log.warn('aws_call_denied', { ...denial });
  const secrets = new Map([...openSecrets(template, options.folders.secrets), ...options.givenSecrets]);
  const { onAwsCall } = options;
  const started = Promise.withResolvers<InvokableFunctions>();
  const served = Promise.withResolvers<UserPools>();
  const onHookStatus = (status: HookStatus) => log.info('hook_status', status);
  const gate = await teardown.started(
    startGate({
      template,
      dynamodbUrl,
      s3: buckets,
      secrets,
      functions: started.promise,
      userPools: served.promise,
      onMail: options.onMail,
      onHookStatus,
      onDenied,
      ...(onAwsCall && { onAllowed: onAwsCall }),
    }),
  );
  const starting = teardown.started(startFunctions(functionsOf(options, gate)));
  const [functions, userPools] = await together(
    progress('Functions', starting),
    progress('User pool', teardown.started(startUserPools(userPoolsOf(options, starting)))),
  );
  served.resolve(userPools);
  const queue = createEventQueue({ template, functions, log });
  started.resolve({ invoke: functions.invoke, enqueue: queue.add });
  await options.tablesMade;
  const mappings = await progress('Event source mappings', startMappings(options, { gate, functions, queue }));
  await progress('HTTP APIs', startApis(options, functions, userPools));
  await progress('Dashboard', startDistributions(options, secrets));
  const rules = startRules(options, functions);
  return { userPools, drained: mappings.drained, invoke: functions.invoke, runScheduled: () => rules.runNow() };
}

/** The services that functions reach through the gate, as in AWS_ENDPOINT_URL_<SERVICE>. */
const behindTheGate = [
  'CODEDEPLOY',
  'COGNITO_IDENTITY_PROVIDER',
  'DYNAMODB',
  'DYNAMODB_STREAMS',
  'LAMBDA',
  'S3',
  'SECRETS_MANAGER',
  'SESV2',
];

const functionsOf = (
  { stack, place, logs, makeFunction }: ServicesOptions,
  gate: Gate,
): Parameters<typeof startFunctions>[0] => ({
  makeFunction,
  template: stack.template,
  accessOf: (roleArn) => ({
    region: place.region,
    ...gate.credentialsOf(roleArn),
    endpoints: Object.fromEntries(behindTheGate.map((service) => [service, gate.url])),
  }),
  onLog: logs.add,
});

const userPoolsOf = (
  { stack, place, listeners, folders, logs, onMail }: ServicesOptions,
  functions: Promise<Functions>,
) => ({
  template: stack.template,
  region: place.region,
  listener: listeners.userPools,
  folder: folders.userPools,
  functions,
  onMail,
  onLine: (line: string) => logs.add('user-pool', line),
});

async function startMappings(
  { stack, teardown, folders, log }: ServicesOptions,
  { gate, functions, queue }: { gate: Gate; functions: Functions; queue: EventQueue },
): Promise<EventSourceMappings> {
  const mappings = await startEventSourceMappings({
    template: stack.template,
    functions,
    endpoint: gate.url,
    credentialsOf: gate.credentialsOf,
    dataDir: folders.checkpoints,
    log,
  });
  // Stopped together: mappings and the queue wait for invocations, and must not take one that stops for a failure.
  teardown.add(() => Promise.all([mappings.stop(), queue.stop(), functions.stop()]));
  return mappings;
}

async function startApis(options: ServicesOptions, { invoke }: Functions, { keysOf }: UserPools): Promise<void> {
  const { stack, place, logs, log, teardown } = options;
  const { template, apis } = stack;
  const onAccessLog = (line: string) => logs.add('access-log', line);
  const onFault = (error: unknown) =>
    log.error('http_api_fault', { error: error instanceof Error ? error.stack : String(error) });
  for (const [logicalId, listener] of apis) {
    const api = readHttpApi(template, template.get(logicalId), place);
    await startHttpApi({ api, invoke, keysOf, listener, onAccessLog, onFault });
    // The listener is older than the functions, but must stop before them.
    teardown.add(listener.stop);
  }
}

async function startDistributions(options: ServicesOptions, secrets: Secrets): Promise<void> {
  const { stack, buckets, log, teardown } = options;
  const { template, distributions } = stack;
  const onFault = (error: unknown) =>
    log.error('cloudfront_fault', { error: error instanceof Error ? error.stack : String(error) });
  await deployToBuckets(template, buckets);
  for (const [logicalId, listener] of distributions) {
    serveDistribution({ template, resource: template.get(logicalId), buckets, secrets, listener, onFault });
    // Stops before the HTTP APIs, to which it forwards requests.
    teardown.add(listener.stop);
  }
}

// Started last and stopped first, because a scheduled function may call everything that the runtime serves.
function startRules({ stack, schedule, log, teardown }: ServicesOptions, functions: Functions): ScheduledRules {
  const rules = new ScheduledRules({ template: stack.template, functions, log, ...schedule });
  teardown.add(() => rules.stop());
  rules.start();
  return rules;
}
