import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from './runtime.ts';

/** Where commands look for a running local gateway, from the folder that npm runs scripts in. */
const folder = '.local';

/**
 * Leaves word of where the tables and the failure bucket are, for `npm run sluice`, in a file named by the RPC port: how to take it back.
 * Does nothing where the folder cannot be written: the gateway itself does not need it.
 */
export function writeConnectionFile({ endpoints, dynamodbUrl, tables, template, buckets }: Runtime): () => void {
  const [url = 'http://127.0.0.1:0'] = Object.values(endpoints);
  const file = join(folder, `${new URL(url).port}.json`);
  const failures = buckets.folderOf(template.outputs.FailureBucket ?? '');
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify({ dynamodbUrl, tables, failures }));
  } catch {
    return () => {};
  }
  return () => rmSync(file, { force: true });
}
