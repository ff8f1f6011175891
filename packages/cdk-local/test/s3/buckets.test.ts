import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Buckets, contentTypeOf, openBuckets } from '../../s3/buckets.ts';
import { templateWith } from '../template/template-file.ts';

const template = templateWith({
  Failures: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'failures' } },
  Other: { Type: 'AWS::S3::Bucket' },
});

let folder: string;
let buckets: Buckets;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-s3-'));
  buckets = await openBuckets(template, folder);
});

afterEach(() => rm(folder, { recursive: true }));

describe('openBuckets', () => {
  test('makes a folder for each bucket, by its name', async () => {
    expect((await readdir(folder)).toSorted()).toEqual(['Other', 'failures']);
    expect(await buckets.objects('failures')).toEqual(new Map());
  });

  test('gives back the objects that were put, by key and in order, each in its bucket', async () => {
    await buckets.put('failures', 'b/2', Buffer.from('two'));
    await buckets.put('failures', 'a', Buffer.from([0, 255]));
    await buckets.put('failures', 'a', Buffer.from([1]));
    expect([...(await buckets.objects('failures'))]).toEqual([
      ['a', Buffer.from([1])],
      ['b/2', Buffer.from('two')],
    ]);
    expect((await buckets.objects('Other')).size).toBe(0);
  });

  test('finds the objects of an earlier run', async () => {
    await buckets.put('failures', 'kept', Buffer.from('x'));
    expect([...(await (await openBuckets(template, folder)).objects('failures')).keys()]).toEqual(['kept']);
  });

  test('gives an object with what it was put with, and finds it after a restart', async () => {
    const metadata = { 'content-type': 'text/plain', 'cache-control': 'no-store' };
    await buckets.put('failures', 'a/b', Buffer.from('text'), metadata);
    for (const opened of [buckets, await openBuckets(template, folder)]) {
      expect(await opened.get('failures', 'a/b')).toEqual({
        body: Buffer.from('text'),
        metadata,
        etag: '"1cb251ec0d568de6a929b520c4aed8d1"',
        lastModified: expect.anything(),
      });
    }
    expect([...(await buckets.objects('failures')).keys()]).toEqual(['a/b']);
  });

  test('an overwritten object has none of the headers of the old one', async () => {
    await buckets.put('failures', 'a', Buffer.from('1'), { 'content-type': 'text/plain' });
    await buckets.put('failures', 'a', Buffer.from('2'));
    expect(await buckets.get('failures', 'a')).toMatchObject({ body: Buffer.from('2'), metadata: {} });
  });

  test.each([
    'b',
    'a',
    'a/',
    'a//b',
    './a/b',
    'a/../a/b',
    '',
    '..',
    '../failures/a/b',
    'a/b/c',
    'a\0',
    'x'.repeat(300),
  ])('knows no object %j beside a/b', async (key) => {
    await buckets.put('failures', 'a/b', Buffer.from('text'));
    expect(await buckets.get('failures', key)).toBeUndefined();
  });

  test('refuses a bucket that is not in the template', async () => {
    const refusal = { code: 'NoSuchBucket' };
    await expect(buckets.put('nothing', 'a', Buffer.from(''))).rejects.toMatchObject(refusal);
    await expect(buckets.objects('nothing')).rejects.toMatchObject(refusal);
    await expect(buckets.get('nothing', 'a')).rejects.toMatchObject(refusal);
    await expect(buckets.get('.metadata', 'failures/a.json')).rejects.toMatchObject(refusal);
  });

  test.each(['../Other/a', '..', '.', '/etc/passwd', 'a/../../Other/b'])('refuses the key %s', async (key) => {
    await expect(buckets.put('failures', key, Buffer.from(''))).rejects.toMatchObject({ code: 'InvalidURI' });
  });
});

test.each([
  ['index.html', 'text/html'],
  ['assets/app-1a.js', 'text/javascript'],
  ['assets/app.CSS', 'text/css'],
  ['favicon.svg', 'image/svg+xml'],
  ['config.json', 'application/json'],
  ['a.b/none', 'binary/octet-stream'],
  ['file.unknown', 'binary/octet-stream'],
  ['file.constructor', 'binary/octet-stream'],
])('%s is stored as %s', (key, type) => {
  expect(contentTypeOf(key)).toBe(type);
});
