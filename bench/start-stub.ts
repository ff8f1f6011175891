import { startServer } from './start-server.ts';

/** Starts stub.ts: what a function finds in its environment then, and how to end it. */
export async function startStub() {
  const { url, stop } = await startServer('stub.ts');
  const variables = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    // As long as those of Lambda's roles are, about.
    AWS_SESSION_TOKEN: 'x'.repeat(700),
    AWS_ENDPOINT_URL: url,
    DIRECTORY_TABLE: 'Directory',
    ADMISSIONS_TABLE: 'Admissions',
    RECORDS_TABLE: 'Records',
    NETWORKS_TABLE: 'Networks',
    UPSTREAMS: JSON.stringify({ mainnet: [{ url }], devnet: [{ url }] }),
    OVERLAP_READS: 'on',
    LOG_LEVEL: 'info',
  };
  return { variables, stop };
}
