import { amazonEngine } from '../../packages/cdk-local/dynamodb/amazon-engine.ts';
import { startDynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb.ts';

/** Starts one of Amazon's DynamoDB for the tests that run on both engines. */
export default async function setUp(): Promise<void> {
  const amazon = await startDynamoDb({ engine: amazonEngine });
  process.env.TEST_AMAZON_DYNAMODB_URL = amazon.url;
  Object.assign(globalThis, { amazon });
}
