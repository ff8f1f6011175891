import { rmSync } from 'node:fs';
import type { DynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb.ts';

type Started = { readonly dynamoDb: DynamoDb | undefined; readonly parent: string; readonly temporary: string };

export default async function tearDown(): Promise<void> {
  const { dynamoDb, parent, temporary } = globalThis as unknown as Started;
  await dynamoDb?.stop();
  // With --watch, the next set-up follows in the same process.
  process.env.TMPDIR = parent;
  // A process that a test has killed may still write for a moment.
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
