import { startDynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb-local.ts';

/** One DynamoDB Local for all test files; tests keep apart by tables with names of their own. */
export default async function setUp(): Promise<void> {
  const dynamoDb = await startDynamoDb({});
  process.env.TEST_DYNAMODB_URL = dynamoDb.url;
  Object.assign(globalThis, { dynamoDb });
}
