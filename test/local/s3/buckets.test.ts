import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Buckets } from '../../../local/s3/buckets.ts';
import { openBuckets } from '../../../local/s3/buckets.ts';
import { templateWith } from '../template/written-template.ts';

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

  test('refuses a bucket that is not in the template', async () => {
    const refusal = { code: 'NoSuchBucket' };
    await expect(buckets.put('nothing', 'a', Buffer.from(''))).rejects.toMatchObject(refusal);
    await expect(buckets.objects('nothing')).rejects.toMatchObject(refusal);
  });

  test.each(['../Other/a', '..', '.', '/etc/passwd', 'a/../../Other/b'])('refuses the key %s', async (key) => {
    await expect(buckets.put('failures', key, Buffer.from(''))).rejects.toMatchObject({ code: 'InvalidURI' });
  });
});
