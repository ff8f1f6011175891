import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { deployToBuckets, replaceMarkers } from '../../s3/bucket-deployment.ts';
import { type Buckets, openBuckets } from '../../s3/buckets.ts';
import { loadTemplate } from '../../template/template.ts';
import { testLocation } from '../template/template-file.ts';

let folder: string;
let buckets: Buckets;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-deployment-'));
  const artifacts = {
    Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
    Assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
  };
  const files = {
    1: { source: { path: 'one', packaging: 'zip' }, destinations: { here: { objectKey: 'one.zip' } } },
    2: { source: { path: 'two', packaging: 'zip' }, destinations: { here: { objectKey: 'two.zip' } } },
    3: { source: { path: 'one', packaging: 'file' }, destinations: { here: { objectKey: 'file.zip' } } },
  };
  write('manifest.json', JSON.stringify({ artifacts }));
  write('assets.json', JSON.stringify({ files }));
  write('one/index.html', '<!doctype html>');
  write('one/assets/app-1.js', 'app');
  write('two/config.json', '{"id":"<<marker>>"}');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

async function deploy(...deployments: object[]): Promise<void> {
  const common = {
    ServiceToken: 'x',
    SourceBucketNames: ['staging'],
    DestinationBucketName: { Ref: 'Files' },
    Prune: false,
  };
  const resources = deployments.map((properties, index) => [
    `Deployment${index}`,
    { Type: 'Custom::CDKBucketDeployment', Properties: { ...common, ...properties } },
  ]);
  const Resources = { Files: { Type: 'AWS::S3::Bucket' }, ...Object.fromEntries(resources) };
  write('template.json', JSON.stringify({ Resources }));
  const template = loadTemplate(join(folder, 'template.json'), testLocation);
  buckets = await openBuckets(template, join(folder, 'buckets'));
  await deployToBuckets(template, buckets);
}

const keys = async () => [...(await buckets.objects('Files')).keys()];
const metadataOf = async (key: string) => (await buckets.get('Files', key))?.metadata;

describe('a bucket deployment', () => {
  test('copies the files of the cloud assembly into its bucket, with their types and its metadata', async () => {
    await deploy({ SourceObjectKeys: ['one.zip'], SystemMetadata: { 'cache-control': 'no-cache' } });
    expect(await keys()).toEqual(['assets/app-1.js', 'index.html']);
    expect((await buckets.get('Files', 'index.html'))?.body.toString()).toBe('<!doctype html>');
    expect(await metadataOf('index.html')).toEqual({ 'content-type': 'text/html', 'cache-control': 'no-cache' });
    expect(await metadataOf('assets/app-1.js')).toEqual({
      'content-type': 'text/javascript',
      'cache-control': 'no-cache',
    });
  });

  test.each([
    [{}, ['assets/app-1.js', 'index.html']],
    [{ Exclude: ['assets/*'] }, ['index.html']],
    [{ Exclude: ['*'], Include: ['assets/*'] }, ['assets/app-1.js']],
    [{ Exclude: ['*.html', 'assets/app-?.js'] }, []],
    [{ Exclude: ['app-1.js'] }, ['assets/app-1.js', 'index.html']],
    [{ Include: ['nothing'] }, ['assets/app-1.js', 'index.html']],
  ])('chooses the files that %j leaves: %j', async (filters, expected) => {
    await deploy({ SourceObjectKeys: ['one.zip'], ...filters });
    expect(await keys()).toEqual(expected);
  });

  test('puts in the values that only a deployment knows, each source’s own', async () => {
    const SourceMarkers = [{ app: 'left alone? no' }, { '<<marker>>': 'a "quoted" id' }];
    await deploy({
      SourceObjectKeys: ['one.zip', 'two.zip'],
      SourceMarkers,
      SourceMarkersConfig: [{}, { jsonEscape: true }],
    });
    expect((await buckets.get('Files', 'assets/app-1.js'))?.body.toString()).toBe('left alone? no');
    expect(JSON.parse(String((await buckets.get('Files', 'config.json'))?.body))).toEqual({ id: 'a "quoted" id' });
  });

  test('replaces what was there under the same name, and leaves the rest', async () => {
    await deploy({ SourceObjectKeys: ['one.zip'] });
    write('one/index.html', 'new');
    rmSync(join(folder, 'one/assets'), { recursive: true });
    await deploy({ SourceObjectKeys: ['one.zip'] });
    expect(await keys()).toEqual(['assets/app-1.js', 'index.html']);
    expect((await buckets.get('Files', 'index.html'))?.body.toString()).toBe('new');
  });

  test.each([
    ['that removes files', { Prune: true }, 'Prune: only false is emulated'],
    ['under a prefix', { DestinationBucketKeyPrefix: 'x' }, 'DestinationBucketKeyPrefix'],
    ['with a sequence of characters', { Exclude: ['[ab]*'] }, '[sequences] are not emulated'],
    ['with other metadata', { SystemMetadata: { 'storage-class': 'GLACIER' } }, 'is not emulated'],
    ['of a source that is not there', { SourceObjectKeys: ['other.zip'] }, 'has no folder for other.zip'],
    ['of a source that is a file', { SourceObjectKeys: ['file.zip'] }, 'has no folder for file.zip'],
  ])('%s is refused', async (_, properties, message) => {
    const attempt = deploy({ SourceObjectKeys: ['one.zip'], ...properties });
    await expect(attempt).rejects.toThrow(UnsupportedResourceError);
    await expect(attempt).rejects.toThrow(message);
  });
});

const marker = '<<marker:0xbaba:0>>';

test.each([
  ['as it is', {}, 'a "b" $& ü', 'x a "b" $& ü y a "b" $& ü'],
  ['escaped for JSON', { jsonEscape: true }, 'a "b"\n', 'x a \\"b\\"\\n y a \\"b\\"\\n'],
])('a value takes the place of its marker, each time, %s', (_, options, value, filled) => {
  expect(replaceMarkers(Buffer.from(`x ${marker} y ${marker}`), { [marker]: value }, options).toString()).toBe(filled);
});

test('what is no text stays what it is', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  expect(replaceMarkers(bytes)).toEqual(bytes);
  expect(replaceMarkers(Buffer.concat([bytes, Buffer.from(marker)]), { [marker]: '' })).toEqual(bytes);
});
