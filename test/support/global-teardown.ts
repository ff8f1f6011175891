import type { startDynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb-local.ts';

type Started = { dynamoDb: Awaited<ReturnType<typeof startDynamoDb>> };

export default async function tearDown(): Promise<void> {
  await (globalThis as unknown as Started).dynamoDb.stop();
}
