import { describe, expect, test } from '@jest/globals';
import { createFailureDestination, type Discarded } from '../../event-source-mapping/failure-destination.ts';
import { mappingOf, recordsOf, streamArn } from './test-streams.ts';

const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:Tally';
const discarded: Discarded = {
  shardId: 'shardId-1',
  records: recordsOf(7, 8),
  invocations: 3,
  last: { requestId: 'request-1', functionError: 'Unhandled' },
};

async function discard(
  given: Discarded,
  bucket: { failureBucket?: string } = { failureBucket: 'failures' },
  fails = false,
) {
  const objects: string[][] = [];
  const lost: unknown[][] = [];
  await createFailureDestination({
    mapping: mappingOf(bucket),
    functionArn,
    clock: () => Date.UTC(2026, 8, 24, 21, 18, 46, 123),
    put: async (...object) => {
      if (fails) throw new Error('no access');
      objects.push(object);
    },
    onLost: (...args) => lost.push(args),
  })(given);
  return { objects, lost };
}

describe('discarded records', () => {
  test('go to the bucket under the key that AWS documents', async () => {
    const [[bucket, key] = []] = (await discard(discarded)).objects;
    expect(bucket).toBe('failures');
    expect(key).toMatch(
      /^aws\/lambda\/11111111-2222-3333-4444-555555555555\/shardId-1\/2026\/09\/24\/2026-09-24T21\.18\.46-[0-9a-f-]{36}$/,
    );
  });

  test('are there with AWS’s invocation record around them', async () => {
    const [[, , body = ''] = []] = (await discard(discarded)).objects;
    expect(JSON.parse(body)).toEqual({
      requestContext: {
        requestId: 'request-1',
        functionArn,
        condition: 'RecordAgeExceeded',
        approximateInvokeCount: 3,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
      timestamp: '2026-09-24T21:18:46.123Z',
      DDBStreamBatchInfo: {
        shardId: 'shardId-1',
        startSequenceNumber: '7',
        endSequenceNumber: '8',
        approximateArrivalOfFirstRecord: '2026-01-02T03:04:05Z',
        approximateArrivalOfLastRecord: '2026-01-02T03:04:05Z',
        batchSize: 2,
        streamArn,
      },
      payload: JSON.stringify({ Records: recordsOf(7, 8) }),
    });
  });

  test('that were never tried have no response', async () => {
    const [[, , body = ''] = []] = (await discard({ ...discarded, last: undefined })).objects;
    expect(JSON.parse(body)).not.toHaveProperty('responseContext');
  });

  test('without a destination are told as lost', async () => {
    const { objects, lost } = await discard(discarded, {});
    expect([objects, lost]).toEqual([[], [[discarded]]]);
  });

  test('that cannot be put are told as lost, with the error', async () => {
    const { lost } = await discard(discarded, undefined, true);
    expect(lost).toEqual([[discarded, new Error('no access')]]);
  });
});
