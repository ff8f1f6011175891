import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from './runtime.ts';

/** The folder in which commands look for a running local gateway, relative to npm's working directory. */
const folder = '.local';

/**
 * Writes the addresses of the tables, the user pool and the failure bucket into a file named after the RPC port, for `npm run sluice`.
 * Does nothing if the folder is not writable: the gateway itself does not need the file.
 * @returns removes the file
 */
export function writeConnectionFile(runtime: Runtime): () => void {
  const { endpoints, dynamodbUrl, tables, userPool, template, buckets } = runtime;
  const [url = 'http://127.0.0.1:0'] = Object.values(endpoints);
  const file = join(folder, `${new URL(url).port}.json`);
  const failures = buckets.folderOf(template.outputs.FailureBucket ?? '');
  const variables = { USER_POOL_URL: userPool.url, USER_POOL_ID: userPool.id };
  const connection = { dynamodbUrl, tables, failures, variables };
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(connection));
  } catch {
    return () => {};
  }
  return () => rmSync(file, { force: true });
}
