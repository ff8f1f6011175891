import { serveDistribution } from './cloudfront/server.ts';
import type { HookStatus } from './code-deploy/service.ts';
import type { Doors } from './doors.ts';
import { ScheduledRules, type ScheduleOptions } from './event-bridge/scheduled-rules.ts';
import type { EventLog } from './event-log.ts';
import { type EventSourceMappings, startEventSourceMappings } from './event-source-mapping/event-source-mappings.ts';
import type { Folders } from './folders.ts';
import { type Functions, type MakeFunction, startFunctions } from './functions/functions.ts';
import { readHttpApi } from './http-api/http-api.ts';
import { startHttpApi } from './http-api/server.ts';
import { type AllowedCall, type Gate, startGate } from './iam/gate.ts';
import type { Logs } from './logs.ts';
import type { Progress } from './progress.ts';
import { deployToBuckets } from './s3/bucket-deployment.ts';
import type { Buckets } from './s3/buckets.ts';
import type { Secrets } from './secrets-manager/secrets.ts';
import { openSecrets } from './secrets-manager/store.ts';
import type { Stack } from './stack.ts';
import { type Teardown, together } from './teardown.ts';
import type { Message } from './user-pool/messages.ts';
import { startUserPools, type UserPools } from './user-pool/user-pools.ts';

export type ServicesOptions = {
  readonly stack: Stack;
  readonly place: { readonly accountId: string; readonly region: string };
  readonly doors: Doors;
  readonly dynamodbUrl: string;
  /** Resolves when the tables are there. */
  readonly tablesMade: Promise<void>;
  readonly buckets: Buckets;
  readonly folders: Folders;
  /** Hears of each code that a user would have got by e-mail. */
  readonly onMessage: (message: Message) => void;
  readonly teardown: Teardown;
  readonly progress: Progress;
  readonly logs: Logs;
  readonly log: EventLog;
  /** Values of secrets that are not the template's own, by name. */
  readonly givenSecrets: Secrets;
  /** Hears of each call of a function to AWS that its role allows. */
  readonly onAwsCall: ((call: AllowedCall) => void) | undefined;
  /** Another way to run the functions than the runtime's own. */
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
 * Starts the gate, the functions, the user pools, the event source mappings and, when all can answer, the HTTP APIs, the
 * dashboard and the scheduled rules.
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { teardown, progress, stack, buckets, dynamodbUrl, log } = options;
  const { template } = stack;
  const onDenied = (denial: object) => log.warn('aws_call_denied', { ...denial });
  const secrets = new Map([...openSecrets(template, options.folders.secrets), ...options.givenSecrets]);
  const { onAwsCall } = options;
  const { promise: started, resolve } = Promise.withResolvers<Functions>();
  const onHookStatus = (status: HookStatus) => log.info('hook_status', status);
  const gate = await teardown.started(
    startGate({
      template,
      dynamodbUrl,
      s3: buckets,
      secrets,
      functions: started,
      onHookStatus,
      onDenied,
      ...(onAwsCall && { onAllowed: onAwsCall }),
    }),
  );
  const [functions, userPools] = await together(
    progress('Functions', teardown.started(startFunctions(functionsOf(options, gate)))),
    progress('User pool', teardown.started(startUserPools(userPoolsOf(options)))),
  );
  resolve(functions);
  await options.tablesMade;
  const mappings = await progress('Event source mappings', startMappings(options, gate, functions));
  await progress('HTTP APIs', startApis(options, functions, userPools));
  await progress('Dashboard', startDistribution(options));
  const rules = startRules(options, functions);
  return { userPools, drained: mappings.drained, invoke: functions.invoke, runScheduled: () => rules.runNow() };
}

/** As the names of environment variables have them. */
const behindTheGate = ['CODEDEPLOY', 'DYNAMODB', 'DYNAMODB_STREAMS', 'LAMBDA', 'S3', 'SECRETS_MANAGER'];

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

const userPoolsOf = ({ stack, place, doors, folders, logs, onMessage }: ServicesOptions) => ({
  template: stack.template,
  region: place.region,
  door: doors.userPool,
  folder: folders.userPools,
  onMessage,
  onLine: (line: string) => logs.add('user-pool', line),
});

async function startMappings(
  { stack, teardown, folders, log }: ServicesOptions,
  gate: Gate,
  functions: Functions,
): Promise<EventSourceMappings> {
  const mappings = await startEventSourceMappings({
    template: stack.template,
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

async function startApis(options: ServicesOptions, { invoke }: Functions, { keysOf }: UserPools): Promise<void> {
  const { stack, place, logs, log, teardown } = options;
  const { template, doors } = stack;
  const onAccessLog = (line: string) => logs.add('access-log', line);
  const onFault = (error: unknown) =>
    log.error('http_api_fault', { error: error instanceof Error ? error.stack : String(error) });
  for (const [logicalId, door] of doors) {
    const api = readHttpApi(template, template.get(logicalId), place);
    await startHttpApi({ api, invoke, keysOf, door, onAccessLog, onFault });
    // Before the functions stop, although the door was there long before them.
    teardown.add(door.stop);
  }
}

async function startDistribution({ stack, doors, buckets, log, teardown }: ServicesOptions): Promise<void> {
  const { template } = stack;
  const onFault = (error: unknown) =>
    log.error('cloudfront_fault', { error: error instanceof Error ? error.stack : String(error) });
  await deployToBuckets(template, buckets);
  serveDistribution({ template, buckets, door: doors.distribution, onFault });
  // Before the HTTP APIs that it hands requests on to.
  teardown.add(doors.distribution.stop);
}

// Last, because a function that runs on a schedule may call whatever the runtime serves; and so it stops first.
function startRules({ stack, schedule, log, teardown }: ServicesOptions, functions: Functions): ScheduledRules {
  const rules = new ScheduledRules({ template: stack.template, functions, log, ...schedule });
  teardown.add(() => rules.stop());
  rules.start();
  return rules;
}
