import { openDataFolders } from './data-folders.ts';
import { chooseEngine } from './dynamodb/choose-engine.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import type { DynamoDbEngineName } from './dynamodb/engine.ts';
import { createTables } from './dynamodb/tables.ts';
import type { Functions } from './functions/functions.ts';
import { type Listeners, reserveListeners } from './listeners.ts';
import { loadStack } from './load-stack.ts';
import type { LocalStackOptions } from './local-stack-options.ts';
import { createEventLog, createLogs, type LogLine, silent } from './logs.ts';
import { type Buckets, openBuckets } from './s3/buckets.ts';
import { type StackContext, startServices } from './services.ts';
import { Teardown, together } from './teardown.ts';
import type { Template } from './template/template.ts';
import { createConfirmationCodes } from './user-pool/confirmation-codes.ts';
import { type Mail, mailText } from './user-pool/mail.ts';
import type { CallUserPool } from './user-pool/user-pool-server.ts';

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
  /** Returns the oldest unread code that was sent to an email address; waits until there is one. */
  readonly confirmationCode: (email: string) => Promise<string>;
  /** The URL of the AWS services that functions reach, behind the IAM gate. */
  readonly gateUrl: string;
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
   * Runs each scheduled rule once, now, with `schedules` on or manual. Resolves when every target has answered. Failures
   * are in the log.
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
  const [dynamodb, path] = await together(
    progress(`DynamoDB (${engine.title})`, teardown.started(database)),
    options.makeTemplate({ folder: folders.assembly, teardown, logs }),
  );
  signal?.throwIfAborted();
  const vpc = options.vpc?.() ?? {};
  const stack = loadStack(path, { ...options, listeners, vpc });
  const log = createEventLog((line) => logs.add('runtime', line));
  const shared = { options, vpc, progress, stack, listeners, folders, teardown, logs, log, dynamodbUrl: dynamodb.url };
  const served = await serve(shared);
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

async function serve(shared: Omit<StackContext, 'buckets' | 'tablesMade' | 'onMail'>) {
  const { options, progress, folders, logs, dynamodbUrl } = shared;
  const { template } = shared.stack;
  const { fillTables = async () => {} } = options;
  const codes = createConfirmationCodes();
  const buckets = await openBuckets(template, folders.buckets);
  const tablesMade = progress('Tables', createTables(template, { url: dynamodbUrl }));
  const onMail = (mail: Mail) => {
    codes.add(mail);
    logs.add('user-pool', mailText(mail));
  };
  const [, { userPools, ...services }] = await together(
    tablesMade.then(() => fillTables(template, dynamodbUrl)),
    startServices({ ...shared, buckets, tablesMade, onMail }),
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
