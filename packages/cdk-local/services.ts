import { serveDistribution } from './cloudfront/distribution-server.ts';
import type { DataFolders } from './data-folders.ts';
import { ScheduledRules } from './event-bridge/scheduled-rules.ts';
import {
  type EventSourceMappings,
  startEventSourceMappings,
} from './event-source-mapping/start-event-source-mappings.ts';
import { createEventQueue, type EventQueue } from './functions/event-queue.ts';
import { type Functions, startFunctions } from './functions/functions.ts';
import type { InvokableFunctions } from './functions/lambda-service.ts';
import { type Gate, type GateOptions, startGate } from './gate.ts';
import { startHttpApi } from './http-api/api-server.ts';
import { readHttpApi } from './http-api/http-api.ts';
import type { Listeners } from './listeners.ts';
import type { LoadedStack } from './load-stack.ts';
import type { LocalStackOptions } from './local-stack-options.ts';
import type { EventLog, Logs, ReportProgress } from './logs.ts';
import { deployToBuckets } from './s3/bucket-deployment.ts';
import type { Buckets } from './s3/buckets.ts';
import { openSecrets } from './secrets-manager/secret-values.ts';
import { type Teardown, together } from './teardown.ts';
import type { Secrets } from './template/secret-arns.ts';
import type { Mail } from './user-pool/mail.ts';
import { startUserPools, type UserPools } from './user-pool/user-pools.ts';
import { serviceHost } from './vpc/judge-connection.ts';
import { readFunctionNetworks } from './vpc/read-function-networks.ts';
import type { VpcOptions } from './vpc/vpc-options.ts';

/** What the parts of one served stack share: the caller's options, and what was made before the services. */
export type StackContext = {
  readonly options: LocalStackOptions;
  readonly vpc: VpcOptions;
  readonly stack: LoadedStack;
  readonly listeners: Listeners;
  readonly folders: DataFolders;
  readonly buckets: Buckets;
  readonly dynamodbUrl: string;
  /** Resolves when the tables exist. */
  readonly tablesMade: Promise<void>;
  readonly teardown: Teardown;
  readonly progress: ReportProgress;
  readonly logs: Logs;
  readonly log: EventLog;
  /** Called with each email that a user would get on AWS. */
  readonly onMail: (mail: Mail) => void;
};

/** The services that serve the template. */
export type Services = {
  readonly userPools: UserPools;
  /** The address of the services that functions reach, behind the gate. */
  readonly gateUrl: string;
  readonly drained: () => Promise<void>;
  readonly invoke: Functions['invoke'];
  readonly runScheduled: () => Promise<void>;
};

/**
 * Starts the gate, the functions, the user pools and the event source mappings, and then the HTTP APIs, the
 * distributions and the scheduled rules, which depend on them.
 */
export async function startServices(context: StackContext): Promise<Services> {
  const { teardown, progress, stack, folders, log } = context;
  const { template } = stack;
  const secrets = new Map([
    ...openSecrets(template, folders.secrets),
    ...Object.entries(context.options.secrets ?? {}),
  ]);
  const started = Promise.withResolvers<InvokableFunctions>();
  const served = Promise.withResolvers<UserPools>();
  const gate = await openGate(context, { secrets, functions: started.promise, userPools: served.promise });
  const starting = teardown.started(startFunctions(functionsOf(context, gate)));
  const [functions, userPools] = await together(
    progress('Functions', starting),
    progress('User pool', teardown.started(startUserPools(userPoolsOf(context, starting)))),
  );
  served.resolve(userPools);
  const queue = createEventQueue({ template, functions, log });
  started.resolve({ invoke: functions.invoke, enqueue: queue.add });
  await context.tablesMade;
  const mappings = await progress('Event source mappings', startMappings(context, { gate, functions, queue }));
  await progress('HTTP APIs', startApis(context, functions, userPools));
  await progress('Dashboard', startDistributions(context, secrets));
  const rules = startRules(context, functions);
  const { invoke } = functions;
  const runScheduled = () => rules.runNow();
  return { userPools, gateUrl: gate.url, drained: mappings.drained, invoke, runScheduled };
}

type BehindTheGate = Pick<GateOptions, 'secrets' | 'functions' | 'userPools'>;

const openGate = (
  { options, stack, dynamodbUrl, buckets, onMail, teardown, log }: StackContext,
  behind: BehindTheGate,
): Promise<Gate> =>
  teardown.started(
    startGate({
      ...behind,
      template: stack.template,
      dynamodbUrl,
      s3: buckets,
      onMail,
      onHookStatus: (status) => log.info('hook_status', status),
      onDenied: (denial) => log.warn('aws_call_denied', denial),
      administrator: options.administrator && { ...options.administrator, accountId: options.place.accountId },
      ...(options.onAwsCall && { onAllowed: options.onAwsCall }),
    }),
  );

/** The services that functions reach through the gate, as in AWS_ENDPOINT_URL_<SERVICE>, and as endpoints of a VPC. */
const behindTheGate = {
  CODEDEPLOY: 'codedeploy',
  COGNITO_IDENTITY_PROVIDER: 'cognito-idp',
  DYNAMODB: 'dynamodb',
  DYNAMODB_STREAMS: 'dynamodb-streams',
  LAMBDA: 'lambda',
  S3: 's3',
  SECRETS_MANAGER: 'secretsmanager',
  SESV2: 'email',
  STS: 'sts',
};

const functionsOf = (
  { options, vpc, stack, logs }: StackContext,
  gate: Gate,
): Parameters<typeof startFunctions>[0] => ({
  makeFunction: options.makeFunction,
  template: stack.template,
  accessOf: ({ roleArn, vpc: isInVpc }) => ({
    region: options.place.region,
    ...gate.credentialsOf(roleArn),
    endpoints: Object.fromEntries(
      Object.entries(behindTheGate).map(([variable, service]) => [
        variable,
        isInVpc ? `http://${serviceHost(service)}:${new URL(gate.url).port}` : gate.url,
      ]),
    ),
  }),
  networkOf: readFunctionNetworks(stack.template, vpc, new URL(gate.url).host),
  onLog: logs.add,
});

const userPoolsOf = (
  { options, stack, listeners, folders, logs, onMail }: StackContext,
  functions: Promise<Functions>,
) => ({
  template: stack.template,
  region: options.place.region,
  listener: listeners.userPools,
  folder: folders.userPools,
  functions,
  onMail,
  onLine: (line: string) => logs.add('user-pool', line),
});

async function startMappings(
  { stack, teardown, folders, log }: StackContext,
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

async function startApis(context: StackContext, { invoke }: Functions, { keysOf }: UserPools): Promise<void> {
  const { stack, options, logs, log, teardown } = context;
  const { template, apis } = stack;
  const onAccessLog = (line: string) => logs.add('access-log', line);
  const onFault = (error: unknown) =>
    log.error('http_api_fault', { error: error instanceof Error ? error.stack : String(error) });
  for (const [logicalId, listener] of apis) {
    const api = readHttpApi(template, template.get(logicalId), options.place);
    await startHttpApi({ api, invoke, keysOf, listener, onAccessLog, onFault });
    // The listener is older than the functions, but must stop before them.
    teardown.add(listener.stop);
  }
}

async function startDistributions(context: StackContext, secrets: Secrets): Promise<void> {
  const { stack, buckets, log, teardown } = context;
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
function startRules({ options, stack, log, teardown }: StackContext, functions: Functions): ScheduledRules {
  const { schedules = 'manual' } = options;
  const rules = new ScheduledRules({ template: stack.template, functions, log, schedules });
  teardown.add(() => rules.stop());
  rules.start();
  return rules;
}
