import type { Upstreams } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { routes } from '../src/routes.ts';
import { ensureDemoKey } from './demo-key.ts';
import { type DemoUser, makeDemoUser } from './demo-user.ts';
import { type Doors, takeDoors } from './doors.ts';
import { startDynamoDb } from './dynamodb/server.ts';
import { createTables } from './dynamodb/tables.ts';
import type { ScheduleOptions } from './event-bridge/scheduled-rules.ts';
import { type Folders, openFolders } from './folders.ts';
import type { Functions, MakeFunction } from './functions/functions.ts';
import type { AllowedCall } from './iam/gate.ts';
import { createLogs, type LogLine, type Logs } from './logs.ts';
import { type Progress, silent } from './progress.ts';
import { type Buckets, openBuckets } from './s3/buckets.ts';
import { startServices } from './services.ts';
import { loadStack, type Stack } from './stack.ts';
import { synthesize } from './synth/synth.ts';
import { type TableNames, tablesOf } from './tables.ts';
import { Teardown, together } from './teardown.ts';
import type { Template } from './template/template.ts';
import { startUpstreams } from './upstreams.ts';
import { clientOf } from './user-pool/client.ts';
import { createCodes } from './user-pool/codes.ts';
import type { Message } from './user-pool/messages.ts';

export type RuntimeOptions = {
  /** The RPC API's; a free one, unless given. */
  readonly port?: number;
  /** The management API's; the next one after `port`, unless given. The user pool's is the next one after it. */
  readonly apiPort?: number | undefined;
  /** The dashboard's; the next one after the user pool's, unless given. */
  readonly dashboardPort?: number | undefined;
  /** Keeps tables, buckets, checkpoints, users, secrets and the demo key over restarts; in memory, unless given. */
  readonly dataDir?: string;
  /** A network that is named here gets no chain node. */
  readonly upstreams?: Upstreams;
  /** Whether to make the demo account and its key. */
  readonly demo?: boolean;
  /** Whether to make a user with keys and a week of usage. */
  readonly demoUser?: boolean;
  readonly progress?: Progress;
  /** Values of secrets that the template only names, as those of upstreams, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Hears of each call of a function to AWS that its role allows. */
  readonly onAwsCall?: (call: AllowedCall) => void;
  /** Hears each line that a part of the runtime writes. */
  readonly onLine?: (line: LogLine) => void;
  /** Gives the start up. */
  readonly signal?: AbortSignal;
  /** What runs the functions; tests have them fail. */
  readonly makeFunction?: MakeFunction;
  /** Whether scheduled rules run by themselves (`on`), or only by `runScheduled` (`manual`, unless given). */
  readonly schedules?: ScheduleOptions['schedules'];
  /** The time of scheduled rules; the system's, unless given. */
  readonly scheduleTime?: Pick<ScheduleOptions, 'clock' | 'timer'>;
};

/** The stack, served locally. */
export type Runtime = {
  /** The dashboard's address, without a path. */
  readonly dashboardUrl: string;
  /** The address of each network's RPC endpoint. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The management API's address, without a path. */
  readonly apiUrl: string;
  /** Where users sign up and in, and the client that they do it through. */
  readonly userPool: { readonly url: string; readonly id: string; readonly clientId: string };
  /** The oldest code sent to an e-mail address that has not been asked for yet; waits where there is none. */
  readonly confirmationCode: (email: string) => Promise<string>;
  /** DynamoDB Local itself, past the IAM gate. */
  readonly dynamodbUrl: string;
  readonly tables: TableNames;
  readonly template: Template;
  readonly buckets: Buckets;
  /** The demo key's secret, where one was asked for and is known. */
  readonly demoKey: string | undefined;
  /** The demo user, where one was asked for. */
  readonly demoUser: DemoUser | undefined;
  /** The newest lines that functions, chain nodes, the access log and the runtime itself wrote. */
  readonly logs: () => readonly LogLine[];
  /** Invokes a function by its ARN, as it is on AWS with the rights to. */
  readonly invoke: Functions['invoke'];
  /** Resolves when everything that was written to the tables' streams before the call has been handled. */
  readonly drained: () => Promise<void>;
  /**
   * Runs each enabled scheduled rule once, now, whatever `schedules` says. Resolves when every target has answered or is
   * given up, as after two retries, which follow at once. Failures are in the log.
   */
  readonly runScheduled: () => Promise<void>;
  /** Stops everything and leaves no process behind. */
  readonly stop: () => Promise<void>;
};

/** Where the stack is said to live: no account and no region of anybody. */
const place = { accountId: '000000000000', region: 'us-east-1', stackName: 'Sluice-local' };

/**
 * Synthesizes the stack and serves it. Several runtimes may run side by side.
 * @throws the first error of a part, when everything that had been started is stopped again; the signal's reason when it
 * is aborted.
 */
export async function startRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const teardown = new Teardown();
  try {
    return await bringUp(options, teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

async function bringUp(options: RuntimeOptions, teardown: Teardown): Promise<Runtime> {
  const { port = 0, apiPort, dashboardPort, dataDir, progress = silent, signal } = options;
  const logs = createLogs(options.onLine);
  const doors = await takeDoors({ port, apiPort, dashboardPort }, teardown);
  const folders = openFolders(dataDir);
  teardown.add(folders.close);
  const database = startDynamoDb(folders.tables === undefined ? {} : { dataDir: folders.tables });
  const [dynamodb, stack] = await together(
    progress('DynamoDB Local', teardown.started(database)),
    prepareStack(options, { doors, folders, teardown, progress, logs }),
  );
  signal?.throwIfAborted();
  const parts = { stack, doors, folders, teardown, progress, logs, dynamodbUrl: dynamodb.url };
  const served = await serve(options, parts);
  signal?.throwIfAborted();
  return {
    ...served,
    dashboardUrl: doors.dashboard.url,
    endpoints: endpointsOf(doors.rpc.url),
    apiUrl: doors.management.url,
    dynamodbUrl: dynamodb.url,
    template: stack.template,
    logs: logs.lines,
    stop: () => teardown.run(),
  };
}

type Preparing = { doors: Doors; folders: Folders; teardown: Teardown; progress: Progress; logs: Logs };

async function prepareStack({ upstreams = {}, signal }: RuntimeOptions, parts: Preparing): Promise<Stack> {
  const complete = await startUpstreams(upstreams, parts);
  signal?.throwIfAborted();
  const { assembly } = parts.folders;
  const path = await parts.progress('Template', synthesize({ outDir: assembly, stage: 'dev', upstreams: complete }));
  return loadStack(path, place, parts.doors);
}

type Serving = Preparing & { stack: Stack; dynamodbUrl: string };

async function serve(options: RuntimeOptions, parts: Serving) {
  const { stack, folders, progress, logs, dynamodbUrl } = parts;
  const { template } = stack;
  const codes = createCodes();
  const tables = tablesOf(template);
  const buckets = await openBuckets(template, folders.buckets);
  const tablesMade = progress('Tables', createTables(template, { url: dynamodbUrl }));
  const onMessage = (message: Message) => {
    codes.add(message);
    logs.add('user-pool', `The code for ${message.email} is ${message.code}`);
  };
  const [demoKey, { userPools, drained, invoke, runScheduled }] = await together(
    tablesMade.then(() => demoKeyOf(options, tables.directory, dynamodbUrl)),
    startServices({
      ...parts,
      place,
      buckets,
      tablesMade,
      onMessage,
      log: logOf(logs),
      givenSecrets: new Map(Object.entries(options.secrets ?? {})),
      onAwsCall: options.onAwsCall,
      makeFunction: options.makeFunction,
      schedule: { schedules: options.schedules ?? 'manual', ...options.scheduleTime },
    }),
  );
  const userPool = { url: userPools.url, ...clientOf(template) };
  const demoUser = options.demoUser
    ? await progress(
        'Demo user with a week of usage',
        makeDemoUser({ ...userPool, call: userPools.call, tables, dynamodbUrl }),
      )
    : undefined;
  const confirmationCode = codes.take;
  return { tables, buckets, demoKey, demoUser, drained, invoke, runScheduled, userPool, confirmationCode };
}

async function demoKeyOf({ demo, dataDir, progress = silent }: RuntimeOptions, table: string, url: string) {
  return demo ? progress('Demo account', ensureDemoKey(table, url, dataDir)) : undefined;
}

const logOf = (logs: Logs) => createLog('info', (line) => logs.add('runtime', line));

const endpointsOf = (url: string): Record<string, string> =>
  Object.fromEntries(routes.map(({ network, path }) => [network, path === '/' ? url : url + path]));
