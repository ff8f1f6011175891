import { type DataFolders, openDataFolders } from './data-folders.ts';
import { chooseEngine } from './dynamodb/choose-engine.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import type { DynamoDbEngineName } from './dynamodb/engine.ts';
import { createTables } from './dynamodb/tables.ts';
import type { ScheduleOptions } from './event-bridge/scheduled-rules.ts';
import type { Functions, MakeFunction } from './functions/functions.ts';
import type { AllowedCall } from './iam/gate.ts';
import { type Listeners, type Ports, reserveListeners } from './listeners.ts';
import { type ListenerNameOf, type LoadedStack, loadStack } from './load-stack.ts';
import { createEventLog, createLogs, type LogLine, type Logs, type ReportProgress, silent } from './logs.ts';
import { type Buckets, openBuckets } from './s3/buckets.ts';
import { startServices } from './services.ts';
import { Teardown, together } from './teardown.ts';
import type { StackLocation } from './template/physical-ids.ts';
import type { Template } from './template/template.ts';
import type { Selection } from './template/template-part.ts';
import { createConfirmationCodes } from './user-pool/confirmation-codes.ts';
import { type Mail, mailText } from './user-pool/mail.ts';
import type { CallUserPool } from './user-pool/user-pool-server.ts';

/** What `makeTemplate` may use: the folder for the cloud assembly, the teardown of the stack, and its logs. */
export type BeforeTemplate = { readonly folder: string; readonly teardown: Teardown; readonly logs: Logs };

export type LocalStackOptions = {
  /** Writes the cloud assembly to `folder` and returns the path of its only template. */
  readonly makeTemplate: (before: BeforeTemplate) => Promise<string>;
  /** The account, region and stack name that ARNs and pseudo parameters show. */
  readonly place: StackLocation;
  readonly ports: Ports;
  /** Returns the name in `ports` whose port an HTTP API or a distribution of the template gets. */
  readonly nameListener: ListenerNameOf;
  /**
   * Chooses the constructs of the stack to serve by their paths. They are served with those that they refer to; anything
   * else in the template may be of types that are not emulated. Default: all.
   */
  readonly select?: Selection | undefined;
  /** Fills the tables while the services start. */
  readonly fillTables?: (template: Template, dynamodbUrl: string) => Promise<void>;
  /** Keeps tables, buckets, checkpoints, users and secrets over restarts. Default: everything is lost at the end. */
  readonly dataDir?: string | undefined;
  /** The program that serves DynamoDB. Default: {@link chooseEngine}. */
  readonly dynamodb?: DynamoDbEngineName | undefined;
  readonly progress?: ReportProgress | undefined;
  /** Values of secrets that the template only names, by name. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Called for each AWS call of a function that its role allows. */
  readonly onAwsCall?: ((call: AllowedCall) => void) | undefined;
  /** Called for each line that a part of the runtime writes. */
  readonly onLine?: ((line: LogLine) => void) | undefined;
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the function runner; tests use it to inject failures. */
  readonly makeFunction?: MakeFunction | undefined;
  /** `on`: scheduled rules run by themselves; `manual` (default): only `runScheduled` runs them. */
  readonly schedules?: ScheduleOptions['schedules'] | undefined;
  /** Clock and timer of scheduled rules. Default: the system's. */
  readonly scheduleTime?: Pick<ScheduleOptions, 'clock' | 'timer'> | undefined;
};

/** A template, served on this machine. */
export type LocalStack = {
  readonly template: Template;
  /** The addresses of the HTTP APIs and the distributions by the names in `ports`, and of all user pools. */
  readonly urls: {
    readonly apis: Readonly<Record<string, string>>;
    readonly userPools: string;
    readonly distributions: Readonly<Record<string, string>>;
  };
  /** Calls an operation of the user pools, including administrators' operations. */
  readonly callUserPool: CallUserPool;
  /** Returns the oldest unread code that was sent to an e-mail address; waits until there is one. */
  readonly confirmationCode: (email: string) => Promise<string>;
  /** The URL of DynamoDB, without the IAM gate. */
  readonly dynamodbUrl: string;
  readonly dynamodbEngine: DynamoDbEngineName;
  readonly buckets: Buckets;
  /** The newest lines that functions, the access log and the runtime itself wrote. */
  readonly logs: () => readonly LogLine[];
  /** Invokes a function by its ARN, without a check of permissions. */
  readonly invoke: Functions['invoke'];
  /** Resolves when everything that was written to the tables' streams before the call has been handled. */
  readonly drained: () => Promise<void>;
  /**
   * Runs each enabled scheduled rule once, now, with `schedules` on or manual. Retries follow at once. Resolves when
   * every target has answered or has used up its retries. Failures are in the log.
   */
  readonly runScheduled: () => Promise<void>;
  /** Stops everything and leaves no process behind. */
  readonly stop: () => Promise<void>;
};

/**
 * Serves a synthesized template. Several may be served side by side.
 * @throws the first error of a part, after everything that had started is stopped again; or the signal's reason if
 * the start is aborted.
 */
export async function startLocalStack(options: LocalStackOptions): Promise<LocalStack> {
  const teardown = new Teardown();
  try {
    return await bringUp(options, teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

async function bringUp(options: LocalStackOptions, teardown: Teardown): Promise<LocalStack> {
  const { progress = silent, signal } = options;
  const logs = createLogs(options.onLine);
  const listeners = await reserveListeners(options.ports, teardown);
  const folders = openDataFolders(options.dataDir);
  teardown.add(folders.close);
  const engine = await chooseEngine({ name: options.dynamodb, dataDir: folders.tables });
  const database = startDynamoDb({ engine, dataDir: folders.tables });
  const [dynamodb, stack] = await together(
    progress(`DynamoDB (${engine.title})`, teardown.started(database)),
    loadTemplate(options, { listeners, folders, teardown, logs }),
  );
  signal?.throwIfAborted();
  const served = await serve(options, { stack, listeners, folders, teardown, logs, dynamodbUrl: dynamodb.url });
  signal?.throwIfAborted();
  return {
    ...served,
    template: stack.template,
    urls: urlsOf(listeners),
    dynamodbUrl: dynamodb.url,
    dynamodbEngine: engine.name,
    logs: logs.lines,
    stop: () => teardown.run(),
  };
}

type Preparing = { listeners: Listeners; folders: DataFolders; teardown: Teardown; logs: Logs };

async function loadTemplate(
  options: LocalStackOptions,
  { listeners, folders, teardown, logs }: Preparing,
): Promise<LoadedStack> {
  const path = await options.makeTemplate({ folder: folders.assembly, teardown, logs });
  return loadStack(path, { ...options, listeners });
}

type Serving = Preparing & { stack: LoadedStack; dynamodbUrl: string };

async function serve(options: LocalStackOptions, parts: Serving) {
  const { folders, logs, dynamodbUrl } = parts;
  const { template } = parts.stack;
  const { progress = silent, place, fillTables = async () => {} } = options;
  const codes = createConfirmationCodes();
  const buckets = await openBuckets(template, folders.buckets);
  const tablesMade = progress('Tables', createTables(template, { url: dynamodbUrl }));
  const onMail = (mail: Mail) => {
    codes.add(mail);
    logs.add('user-pool', mailText(mail));
  };
  const [, { userPools, ...services }] = await together(
    tablesMade.then(() => fillTables(template, dynamodbUrl)),
    startServices({
      ...parts,
      progress,
      place,
      buckets,
      tablesMade,
      onMail,
      log: createEventLog((line) => logs.add('runtime', line)),
      givenSecrets: new Map(Object.entries(options.secrets ?? {})),
      onAwsCall: options.onAwsCall,
      makeFunction: options.makeFunction,
      schedule: { schedules: options.schedules ?? 'manual', ...options.scheduleTime },
    }),
  );
  return { ...services, buckets, callUserPool: userPools.call, confirmationCode: codes.take };
}

const urlsOf = ({ apis, userPools, distributions }: Listeners): LocalStack['urls'] => ({
  apis: eachUrl(apis),
  userPools: userPools.url,
  distributions: eachUrl(distributions),
});

const eachUrl = (listeners: Listeners['apis']): Record<string, string> =>
  Object.fromEntries(Object.entries(listeners).map(([name, { url }]) => [name, url]));
