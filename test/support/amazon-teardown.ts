import type { DynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb.ts';

export default async function tearDown(): Promise<void> {
  const { amazon } = globalThis as unknown as { amazon: DynamoDb };
  await amazon.stop();
}
