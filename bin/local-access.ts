import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isHttpUrl } from '../src/schema.ts';
import { connectDynamoDb } from '../src/table/sdk-table.ts';
import { UsageError } from './command-errors.ts';

/** The operator of a local gateway. Nothing checks the signatures; the key's id has the form of AWS's. */
export const localAccess = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'LOCALOPERATOR0000000', secretAccessKey: 'operator' },
};

/**
 * Connects to DynamoDB Local at an endpoint, or by default to AWS with the credentials and region of the environment.
 * @throws {UsageError} if the endpoint is not a URL
 */
export function connectTables(
  endpoint: string | undefined,
  usage: string,
  options: DynamoDBClientConfig = {},
): DynamoDBDocumentClient {
  if (endpoint === undefined) return connectDynamoDb(options);
  if (!isHttpUrl(endpoint)) {
    throw new UsageError(`--endpoint must be a URL, for example http://127.0.0.1:8000, not ${endpoint}.`, usage);
  }
  return connectDynamoDb({ endpoint, ...localAccess, ...options });
}
