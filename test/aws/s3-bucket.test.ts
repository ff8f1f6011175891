import { afterEach, describe, expect, test } from '@jest/globals';
import { createBucketClient } from '../../src/aws/aws-services.ts';
import {
  answering,
  type Behaviour,
  startUpstream,
  stopUpstreams,
  unreachableUrl,
} from '../upstream/upstream-server.ts';

afterEach(stopUpstreams);

const done: Behaviour = (response) => void response.writeHead(200).end();
const closing: Behaviour = (response) => void response.destroy();
const refusing = (status: number, code: string) =>
  answering(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`, status);

/** A bucket whose server uses one behaviour per request, and repeats the last one. */
async function bucketThat(...behaviours: Behaviour[]) {
  let requests = 0;
  const server = await startUpstream((response, request) => {
    behaviours[Math.min(requests, behaviours.length - 1)]?.(response, request);
    requests += 1;
  });
  return { bucket: bucketAt(server.url), received: server.received };
}

const bucketAt = (url: string) =>
  createBucketClient(
    'failures',
    { AWS_ENDPOINT_URL_S3: url, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret' },
    { pause: async () => {}, clock: () => Date.UTC(2026, 10, 20) },
  );

describe('an upload', () => {
  test('arrives complete under its key, signed', async () => {
    const { bucket, received } = await bucketThat(done);
    await bucket.put('tally/2026/11/20/a.json', '{"ä":1}');
    expect(received).toMatchObject([{ method: 'PUT', url: '/failures/tally/2026/11/20/a.json' }]);
    expect(received[0]?.body.toString()).toBe('{"ä":1}');
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: expect.stringContaining('/20261120/us-east-1/s3/aws4_request'),
    });
  });

  test.each([
    ['S3 is busy', refusing(503, 'SlowDown')],
    ['the connection breaks', closing],
  ])('is retried when %s', async (_, first) => {
    const { bucket, received } = await bucketThat(first, done);
    await bucket.put('key', '{}');
    expect(received).toHaveLength(2);
  });

  test('fails after three tries', async () => {
    const { bucket, received } = await bucketThat(refusing(500, 'InternalError'));
    await expect(bucket.put('key', '{}')).rejects.toMatchObject({ name: 'InternalError', failure: { status: 500 } });
    expect(received).toHaveLength(3);
  });

  test('fails at once when S3 rejects it', async () => {
    const { bucket, received } = await bucketThat(refusing(403, 'AccessDenied'));
    await expect(bucket.put('key', '{}')).rejects.toMatchObject({ name: 'AccessDenied', failure: { status: 403 } });
    expect(received).toHaveLength(1);
  });

  test('fails when S3 cannot be reached', async () => {
    await expect(bucketAt(await unreachableUrl()).put('key', '{}')).rejects.toMatchObject({ code: 'unreachable' });
  });
});
