import { type Doors, type Ports, takeDoors } from './doors.ts';
import { startDynamoDb } from './dynamodb/server.ts';
import { createTables } from './dynamodb/tables.ts';
import type { ScheduleOptions } from './event-bridge/scheduled-rules.ts';
import { createEventLog } from './event-log.ts';
import { type Folders, openFolders } from './folders.ts';
import type { Functions, MakeFunction } from './functions/functions.ts';
import type { AllowedCall } from './iam/gate.ts';
import { createLogs, type LogLine, type Logs } from './logs.ts';
import { type Progress, silent } from './progress.ts';
import { type Buckets, openBuckets } from './s3/buckets.ts';
import { startServices } from './services.ts';
import { loadStack, type NameApi, type Stack } from './stack.ts';
import { Teardown, together } from './teardown.ts';
import type { Place } from './template/physical-ids.ts';
import type { Template } from './template/template.ts';
import { createCodes } from './user-pool/codes.ts';
import type { Call } from './user-pool/front.ts';
import type { Message } from './user-pool/messages.ts';

/** What is there before the template: where its assembly goes, what stops with the stack, and who hears lines. */
export type BeforeTemplate = { readonly folder: string; readonly teardown: Teardown; readonly logs: Logs };

export type LocalStackOptions = {
  /** Has the cloud assembly written to `folder`, and gives the path of its one template. */
  readonly makeTemplate: (before: BeforeTemplate) => Promise<string>;
  /** Where the stack is said to live. */
  readonly place: Place;
  readonly ports: Ports;
  /** Which of `ports.apis` an HTTP API of the template gets. */
  readonly nameApi: NameApi;
  /** Fills the tables while the services start. */
  readonly fillTables?: (template: Template, dynamodbUrl: string) => Promise<void>;
  /** Keeps tables, buckets, checkpoints, users and secrets over restarts; in memory, unless given. */
  readonly dataDir?: string | undefined;
  readonly progress?: Progress | undefined;
  /** Values of secrets that the template only names, by name. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Hears of each call of a function to AWS that its role allows. */
  readonly onAwsCall?: ((call: AllowedCall) => void) | undefined;
  /** Hears each line that a part of the runtime writes. */
  readonly onLine?: ((line: LogLine) => void) | undefined;
  /** Gives the start up. */
  readonly signal?: AbortSignal | undefined;
  /** What runs the functions; tests have them fail. */
  readonly makeFunction?: MakeFunction | undefined;
  /** Whether scheduled rules run by themselves (`on`), or only by `runScheduled` (`manual`, unless given). */
  readonly schedules?: ScheduleOptions['schedules'] | undefined;
  /** The time of scheduled rules; the system's, unless given. */
  readonly scheduleTime?: Pick<ScheduleOptions, 'clock' | 'timer'> | undefined;
};

/** A template, served on this machine. */
export type LocalStack = {
  readonly template: Template;
  /** The addresses of the HTTP APIs by the names in `ports.apis`, of the user pool, and of the distribution. */
  readonly urls: {
    readonly apis: Readonly<Record<string, string>>;
    readonly userPool: string;
    readonly distribution: string;
  };
  /** Calls an operation of the user pool, the administrator's ones too. */
  readonly callUserPool: Call;
  /** The oldest code sent to an e-mail address that has not been asked for yet; waits where there is none. */
  readonly confirmationCode: (email: string) => Promise<string>;
  /** DynamoDB Local itself, past the IAM gate. */
  readonly dynamodbUrl: string;
  readonly buckets: Buckets;
  /** The newest lines that functions, the access log and the runtime itself wrote. */
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

/**
 * Serves a synthesized template. Several may be served side by side.
 * @throws the first error of a part, when everything that had been started is stopped again; the signal's reason when it
 * is aborted.
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
  const doors = await takeDoors(options.ports, teardown);
  const folders = openFolders(options.dataDir);
  teardown.add(folders.close);
  const database = startDynamoDb(folders.tables === undefined ? {} : { dataDir: folders.tables });
  const [dynamodb, stack] = await together(
    progress('DynamoDB Local', teardown.started(database)),
    loadTemplate(options, { doors, folders, teardown, logs }),
  );
  signal?.throwIfAborted();
  const served = await serve(options, { stack, doors, folders, teardown, logs, dynamodbUrl: dynamodb.url });
  signal?.throwIfAborted();
  return {
    ...served,
    template: stack.template,
    urls: urlsOf(doors),
    dynamodbUrl: dynamodb.url,
    logs: logs.lines,
    stop: () => teardown.run(),
  };
}

type Preparing = { doors: Doors; folders: Folders; teardown: Teardown; logs: Logs };

async function loadTemplate(options: LocalStackOptions, { doors, folders, teardown, logs }: Preparing): Promise<Stack> {
  const path = await options.makeTemplate({ folder: folders.assembly, teardown, logs });
  return loadStack(path, options.place, doors, options.nameApi);
}

type Serving = Preparing & { stack: Stack; dynamodbUrl: string };

async function serve(options: LocalStackOptions, parts: Serving) {
  const { folders, logs, dynamodbUrl } = parts;
  const { template } = parts.stack;
  const { progress = silent, place, fillTables = async () => {} } = options;
  const codes = createCodes();
  const buckets = await openBuckets(template, folders.buckets);
  const tablesMade = progress('Tables', createTables(template, { url: dynamodbUrl }));
  const onMessage = (message: Message) => {
    codes.add(message);
    logs.add('user-pool', `The code for ${message.email} is ${message.code}`);
  };
  const [, { userPools, ...services }] = await together(
    tablesMade.then(() => fillTables(template, dynamodbUrl)),
    startServices({
      ...parts,
      progress,
      place,
      buckets,
      tablesMade,
      onMessage,
      log: createEventLog((line) => logs.add('runtime', line)),
      givenSecrets: new Map(Object.entries(options.secrets ?? {})),
      onAwsCall: options.onAwsCall,
      makeFunction: options.makeFunction,
      schedule: { schedules: options.schedules ?? 'manual', ...options.scheduleTime },
    }),
  );
  return { ...services, buckets, callUserPool: userPools.call, confirmationCode: codes.take };
}

const urlsOf = ({ apis, userPool, distribution }: Doors): LocalStack['urls'] => ({
  apis: Object.fromEntries(Object.entries(apis).map(([name, { url }]) => [name, url])),
  userPool: userPool.url,
  distribution: distribution.url,
});
