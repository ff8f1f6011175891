import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, jest, test } from '@jest/globals';
import { TransactionConflictError, transact } from '../../src/table/directory-table.ts';
import { documentClient } from '../support/dynamodb.ts';

// Tests share the client.
afterEach(() => void jest.restoreAllMocks());

/** The error of a transaction that DynamoDB cancels with these reasons, one per write. */
async function cancelledFor(...codes: string[]): Promise<unknown> {
  const client = documentClient();
  const CancellationReasons = codes.map((Code) => ({ Code }));
  const cancelled = new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
  jest.spyOn(client, 'send').mockImplementation(() => Promise.reject(cancelled));
  return transact(client, []).catch((error: unknown) => error);
}

test.each([['ConditionalCheckFailed'], ['TransactionConflict'], ['None', 'ConditionalCheckFailed', 'None']])(
  'a transaction cancelled for %s can be tried again with the current item',
  async (...codes) => {
    const error = await cancelledFor(...codes);
    expect(error).toBeInstanceOf(TransactionConflictError);
    expect(error).toMatchObject({ code: 'transaction_conflict', cause: { name: 'TransactionCanceledException' } });
  },
);

test.each([['ValidationError'], ['ThrottlingError'], ['None', 'ItemCollectionSizeLimitExceeded']])(
  'one cancelled for %s would not get better by it: it fails as the SDK says',
  async (...codes) => {
    expect(await cancelledFor(...codes)).toMatchObject({ name: 'TransactionCanceledException' });
  },
);
