import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Gate, startGate } from '../../gate.ts';
import { type Buckets, openBuckets } from '../../s3/buckets.ts';
import { clientOptions, denial, noServices, role, send, signed } from '../iam/test-gate.ts';
import { templateWith } from '../template/template-file.ts';

const template = templateWith({
  Failures: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'failures' } },
  Nobody: role(),
  Admin: role(['Allow', '*', '*']),
  Putter: role(['Allow', 's3:PutObject', { 'Fn::Sub': `\${Failures.Arn}/*` }]),
});

let folder: string;
let buckets: Buckets;
let gate: Gate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-s3-'));
  buckets = await openBuckets(template, folder);
  gate = await startGate({ template, ...noServices, s3: buckets });
});

afterAll(async () => {
  await gate.stop();
  await rm(folder, { recursive: true });
});

describe('S3', () => {
  const put = (logicalId: string, path: string, method = 'PUT') =>
    send(gate, {
      path,
      method,
      authorization: signed(gate, logicalId, 's3'),
      body: method === 'PUT' ? 'records' : null,
    });

  test('puts an object with the bucket in the path', async () => {
    expect(await put('Putter', '/failures/aws/lambda/2026%2F01')).toEqual({ status: 200, body: '' });
    expect(await buckets.objects('failures')).toEqual(new Map([['aws/lambda/2026/01', Buffer.from('records')]]));
  });

  test('keeps the content type and the caching of an object', async () => {
    const client = new S3Client({ ...clientOptions(gate, 'Putter'), forcePathStyle: true });
    const headers = { ContentType: 'application/json', CacheControl: 'public, max-age=60' };
    await client.send(new PutObjectCommand({ Bucket: 'failures', Key: 'status.json', Body: '{}', ...headers }));
    client.destroy();
    const stored = await buckets.get('failures', 'status.json');
    expect(stored?.metadata).toEqual({ 'content-type': 'application/json', 'cache-control': 'public, max-age=60' });
  });

  test.each([
    ['text', 'the records'],
    ['much data', Buffer.alloc(3_000_000, 'abc')],
  ])('takes %s from the SDK byte for byte', async (_, Body) => {
    const client = new S3Client({ ...clientOptions(gate, 'Putter'), forcePathStyle: true });
    await client.send(new PutObjectCommand({ Bucket: 'failures', Key: 'by/sdk: 1+1', Body }));
    client.destroy();
    expect((await buckets.objects('failures')).get('by/sdk: 1+1')?.equals(Buffer.from(Body))).toBe(true);
  });

  test('denies the SDK in the form that it understands', async () => {
    const client = new S3Client({ ...clientOptions(gate, 'Nobody'), forcePathStyle: true });
    const put = client.send(new PutObjectCommand({ Bucket: 'failures', Key: 'a', Body: 'x' }));
    const message = denial('Nobody/local', 's3:PutObject', '"arn:aws:s3:::failures/a"');
    await expect(put).rejects.toMatchObject({ name: 'AccessDenied', message });
    client.destroy();
  });

  test('denies a put that is not granted, in XML', async () => {
    const message = denial('Nobody/local', 's3:PutObject', '"arn:aws:s3:::failures/a"');
    expect(await put('Nobody', '/failures/a')).toEqual({
      status: 403,
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`,
    });
  });

  test.each([
    ['a bucket that is not there', '/nothing/a', 'PUT', 404, 'NoSuchBucket'],
    ['a key that leads out of the bucket', '/failures/..%2F..%2Fa', 'PUT', 400, 'InvalidURI'],
    ['a key that is not well encoded', '/failures/%E0', 'PUT', 400, 'InvalidURI'],
    ['another request', '/failures/a', 'DELETE', 501, 'NotImplemented'],
  ])('refuses %s', async (_, path, method, status, code) => {
    expect(await put('Admin', path, method)).toMatchObject({
      status,
      body: expect.stringContaining(`<Code>${code}</Code>`),
    });
  });
});
