import type { Authority } from './authority.ts';
import { startServer } from './start-server.ts';

/**
 * Starts stub.ts twice, as DynamoDB and as the node, over TLS where there is an authority: what a function finds in its
 * environment then, and how to end them.
 */
export async function startStub(authority?: Authority) {
  const tables = await startServer('stub.ts', authority?.server);
  const node = await startServer('stub.ts', authority?.server);
  const url = named(node.url);
  const variables = {
    ...authority?.client,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    // As long as those of Lambda's roles are, about.
    AWS_SESSION_TOKEN: 'x'.repeat(700),
    AWS_ENDPOINT_URL: named(tables.url),
    DIRECTORY_TABLE: 'Directory',
    ADMISSIONS_TABLE: 'Admissions',
    RECORDS_TABLE: 'Records',
    NETWORKS_TABLE: 'Networks',
    UPSTREAMS: JSON.stringify({ mainnet: [{ url }], devnet: [{ url }] }),
    OVERLAP_READS: 'on',
    LOG_LEVEL: 'info',
  };
  const stop = () => {
    tables.stop();
    node.stop();
  };
  return { variables, stop };
}

/** By a name that must be looked up, as real endpoints are, with TLS and without. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');
