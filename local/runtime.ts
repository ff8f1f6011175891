import type { Upstreams } from '../src/environment.ts';
import { createLog } from '../src/log.ts';
import { routes } from '../src/routes.ts';
import { ensureDemoKey } from './demo-key.ts';
import { freePort } from './dynamodb/port.ts';
import { startDynamoDb } from './dynamodb/server.ts';
import { createTables } from './dynamodb/tables.ts';
import { type Folders, openFolders } from './folders.ts';
import { createLogs, type LogLine, type Logs } from './logs.ts';
import { type Progress, silent } from './progress.ts';
import { type Buckets, openBuckets } from './s3/buckets.ts';
import { type Services, startServices } from './services.ts';
import { synthesize } from './synth/synth.ts';
import { type TableNames, tablesOf } from './tables.ts';
import { Teardown, together } from './teardown.ts';
import { loadTemplate, type Template } from './template/template.ts';
import { startUpstreams } from './upstreams.ts';

export type RuntimeOptions = {
  /** A free one, unless given. */
  readonly port?: number;
  /** Keeps tables, buckets, checkpoints and the demo key over restarts; in memory, unless given. */
  readonly dataDir?: string;
  /** A network that is named here gets no chain node. */
  readonly upstreams?: Upstreams;
  /** Whether to make the demo account and its key. */
  readonly demo?: boolean;
  readonly progress?: Progress;
  /** Hears each line that a part of the runtime writes. */
  readonly onLine?: (line: LogLine) => void;
  /** Gives the start up. */
  readonly signal?: AbortSignal;
};

/** The stack, served locally. */
export type Runtime = {
  /** The address of each network's RPC endpoint. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** DynamoDB Local itself, past the IAM gate. */
  readonly dynamodbUrl: string;
  readonly tables: TableNames;
  readonly template: Template;
  readonly buckets: Buckets;
  /** The demo key's secret, where one was asked for and is known. */
  readonly demoKey: string | undefined;
  /** The newest lines that functions, chain nodes, the access log and the runtime itself wrote. */
  readonly logs: () => readonly LogLine[];
  /** Resolves when everything that was written to the tables' streams before the call has been handled. */
  readonly drained: () => Promise<void>;
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
  const { port = 0, dataDir, progress = silent, signal } = options;
  const logs = createLogs(options.onLine);
  if (port !== 0) await freePort(port);
  const folders = openFolders(dataDir);
  teardown.add(folders.close);
  const database = startDynamoDb(folders.tables === undefined ? {} : { dataDir: folders.tables });
  const [dynamodb, template] = await together(
    progress('DynamoDB Local', teardown.started(database)),
    prepareTemplate(options, { folders, teardown, progress, logs }),
  );
  signal?.throwIfAborted();
  const tables = tablesOf(template);
  const buckets = await openBuckets(template, folders.buckets);
  const tablesMade = progress('Tables', createTables(template, dynamodb));
  const parts = { template, place, port, buckets, folders, teardown, progress, logs };
  const [demoKey, services] = await together(
    tablesMade.then(() => demoKeyOf(options, tables.directory, dynamodb.url)),
    startServices({ ...parts, dynamodbUrl: dynamodb.url, tablesMade, log: logOf(logs) }),
  );
  signal?.throwIfAborted();
  return {
    endpoints: endpointsOf(services),
    dynamodbUrl: dynamodb.url,
    tables,
    template,
    buckets,
    demoKey,
    logs: logs.lines,
    drained: services.drained,
    stop: () => teardown.run(),
  };
}

type Preparing = { folders: Folders; teardown: Teardown; progress: Progress; logs: Logs };

async function prepareTemplate({ upstreams = {}, signal }: RuntimeOptions, parts: Preparing): Promise<Template> {
  const complete = await startUpstreams(upstreams, parts);
  signal?.throwIfAborted();
  const { assembly } = parts.folders;
  const path = await parts.progress('Template', synthesize({ outDir: assembly, stage: 'dev', upstreams: complete }));
  return loadTemplate(path, place);
}

async function demoKeyOf({ demo, dataDir, progress = silent }: RuntimeOptions, table: string, url: string) {
  return demo ? progress('Demo account', ensureDemoKey(table, url, dataDir)) : undefined;
}

const logOf = (logs: Logs) => createLog('info', (line) => logs.add('runtime', line));

const endpointsOf = ({ url }: Services): Record<string, string> =>
  Object.fromEntries(routes.map(({ network, path }) => [network, path === '/' ? url : url + path]));
