import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readStreamRecord, sequenceNumberOf } from '../../src/usage/stream-records.ts';
import { insertOf, noon, recordOf } from './record.ts';

const insert = insertOf(recordOf(), 123);
const withImage = (image: Record<string, unknown>) => ({
  ...insert,
  dynamodb: { ...insert.dynamodb, NewImage: { ...insert.dynamodb.NewImage, ...image } },
});

describe('a stream record', () => {
  test('is read as the record and its position in the stream', () => {
    const record = recordOf({
      upstreamMs: 9,
      admittedSecond: 1_795_176_000,
      outcome: 'invalid_request',
      calls: [
        { method: 'getHealth', outcome: 'ok', count: 2 },
        { outcome: 'invalid_request', count: 1 },
      ],
    });
    expect(readStreamRecord(insertOf(record, '000000000000000000123'))).toEqual({
      sequenceNumber: '000000000000000000123',
      position: `${'0'.repeat(37)}123`,
      createdAt: noon,
      record,
    });
  });

  test('names the counters that have not counted it, if it was replayed', () => {
    const uncounted = { L: [{ S: 'hour#2026-11-20T12#devnet' }] };
    const { uncounted: named, record } = readStreamRecord(withImage({ uncounted, replays: { N: '1' } }));
    expect(named).toEqual(['hour#2026-11-20T12#devnet']);
    expect(record).toEqual(recordOf());
  });

  test('may have unknown attributes of any type', () => {
    const unknown = { a: { BOOL: true }, b: { NULL: true }, c: { L: [{ M: { d: { N: '1.5' } } }] }, e: { S: '' } };
    expect(readStreamRecord(withImage(unknown)).record).toEqual(recordOf());
  });
});

describe('an invalid stream record is rejected', () => {
  const malformed: [string, unknown][] = [
    ['nothing', undefined],
    ['no object', 'INSERT'],
    ['no stream data', { eventName: 'INSERT' }],
    ['no image, as of a removal', { dynamodb: { SequenceNumber: '1' } }],
    ['no time', { dynamodb: { ...insert.dynamodb, ApproximateCreationDateTime: undefined } }],
    ['no sequence number', { dynamodb: { ...insert.dynamodb, SequenceNumber: undefined } }],
    ['a sequence number with letters', { dynamodb: { ...insert.dynamodb, SequenceNumber: '12x' } }],
    ['a sequence number of 41 digits', { dynamodb: { ...insert.dynamodb, SequenceNumber: '1'.repeat(41) } }],
    ['values that are not in DynamoDB’s notation', withImage({ at: 5 })],
    ['a number that is not numeric', withImage({ at: { N: 'noon' } })],
    ['a number that JavaScript cannot hold', withImage({ at: { N: '9'.repeat(30) } })],
    ['a time before the epoch', withImage({ at: { N: '-1' } })],
    ['a part of a byte', withImage({ requestBytes: { N: '0.5' } })],
    ['an outcome that there is not', withImage({ outcome: { S: 'fine' } })],
    ['no calls', withImage({ calls: { L: [] } })],
    ['a call that did not happen', withImage({ calls: { L: [{ M: { outcome: { S: 'ok' }, count: { N: '0' } } }] } })],
    ['no key', withImage({ keyId: { NULL: true } })],
  ];
  test.each(malformed)('%s', (_, event) => expect(() => readStreamRecord(event)).toThrow());

  test('any value, always with an error', () => {
    fc.assert(
      fc.property(fc.anything(), (event) => {
        expect(() => readStreamRecord(event)).toThrow();
        expect(sequenceNumberOf(event)).toBeUndefined();
      }),
    );
  });
});

test('the sequence number of a malformed record is found, so that it can be redelivered', () => {
  expect(sequenceNumberOf(withImage({ outcome: { S: 'fine' } }))).toBe('123');
  expect(sequenceNumberOf({ dynamodb: { SequenceNumber: '7' } })).toBe('7');
  expect(sequenceNumberOf({ dynamodb: {} })).toBeUndefined();
  expect(sequenceNumberOf(null)).toBeUndefined();
});
