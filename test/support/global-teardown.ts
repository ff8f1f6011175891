import { rmSync } from 'node:fs';
import type { DynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb.ts';

type Started = { readonly dynamoDb: DynamoDb | undefined; readonly temporary: string };

export default async function tearDown(): Promise<void> {
  const { dynamoDb, temporary } = globalThis as unknown as Started;
  await dynamoDb?.stop();
  // A process that a test has killed may still write for a moment.
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
