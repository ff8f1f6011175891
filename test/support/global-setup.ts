import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb.ts';
import { isAvailable } from '../tools/missing-tools.ts';

/** Starts one DynamoDB for all test files; tests use tables with unique names. */
export default async function setUp(): Promise<void> {
  // Tests start hundreds of Node processes: with the cache, a command needs half the processor time.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'sluice-compile-cache');
  // What tests, the CDK and browsers leave behind is deleted with this folder.
  const parent = tmpdir();
  const temporary = mkdtempSync(join(parent, 'sluice-tests-'));
  process.env.TMPDIR = temporary;
  // Without one, no test that uses it runs.
  const dynamoDb = isAvailable('DynamoDB') ? await startDynamoDb() : undefined;
  if (dynamoDb) process.env.TEST_DYNAMODB_URL = dynamoDb.url;
  Object.assign(globalThis, { dynamoDb, parent, temporary });
}
