import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A call to AWS is given up after 2 s, and tried three times in all: a request must still have time for its answer. */
export const timeLimits = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
};

/**
 * The client for a function's or a command's life, over kept-alive connections, within {@link timeLimits}. Values that
 * are undefined are not written.
 */
export function connect(options: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({ ...timeLimits, ...options });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
