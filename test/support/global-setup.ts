import { startDynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb-local.ts';

/** Starts one DynamoDB Local for all test files; tests use tables with unique names. */
export default async function setUp(): Promise<void> {
  const dynamoDb = await startDynamoDb({});
  process.env.TEST_DYNAMODB_URL = dynamoDb.url;
  Object.assign(globalThis, { dynamoDb });
}
