import { describe, expect, test } from '@jest/globals';
import { readDistribution } from '../../cloudfront/distribution.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { distributionTemplate } from './distribution-template.ts';

type Changes = Parameters<typeof distributionTemplate>[0];

const read = (changes?: Changes, apiUrl?: string) => {
  const template = distributionTemplate(changes, apiUrl);
  return readDistribution(template, template.get('Distribution'));
};

const covering = (path: string, PathPattern: string) => {
  const { behaviors } = read({ api: { PathPattern } });
  return behaviors.findIndex(({ covers }) => covers(path)) === 0;
};

describe('a distribution of the template', () => {
  test('has its origins among the buckets and HTTP APIs of the template, where these really listen', () => {
    const { behaviors, rootObject, id } = read({}, 'http://127.0.0.1:8546');
    expect(behaviors.map(({ origin }) => origin)).toEqual([{ apiUrl: 'http://127.0.0.1:8546' }, { bucket: 'files' }]);
    expect(rootObject).toBe('index.html');
    expect(id).toMatch(/^[A-Z0-9]{14}$/);
  });

  test('answers GET and HEAD where a behaviour names no methods', () => {
    expect(read().behaviors.map(({ methods }) => methods.length)).toEqual([7, 2]);
    expect(read().behaviors[1]?.methods).toEqual(['GET', 'HEAD']);
  });

  test('compresses where both the behaviour and its cache policy say so', () => {
    const encodings = (page: object) => read({ page }).behaviors.map((behavior) => behavior.encodings);
    const [no, yes] = [
      { brotli: false, gzip: false },
      { brotli: true, gzip: true },
    ];
    expect(encodings({})).toEqual([no, yes]);
    expect(encodings({ Compress: false })).toEqual([no, no]);
  });

  test.each([
    ['/v1/keys', '/v1/*', true],
    ['/v1/', '/v1/*', true],
    ['/v1', '/v1/*', false],
    ['/V1/keys', '/v1/*', false],
    ['/a/v1/keys', '/v1/*', false],
    ['/v1/keys', 'v1/*', true],
    ['/a1.js', '/a?.js', true],
    ['/a12.js', '/a?.js', false],
    ['/axjs', '/a.js', false],
    ['/deep/er.js', '*.js', true],
  ])('%s under %s: %s', (path, pattern, expected) => {
    expect(covering(path, pattern)).toBe(expected);
  });

  const origin = (changes: object, index = 0) => {
    const Origins = [
      { Id: 'files', DomainName: 'files.s3.eu-central-1.amazonaws.com', S3OriginConfig: { OriginAccessIdentity: '' } },
      { Id: 'api', DomainName: '127.0.0.1:9' },
    ];
    return { config: { Origins: Origins.map((it, at) => (at === index ? { ...it, ...changes } : it)) } };
  };

  test.each<[string, Changes, string]>([
    ['a property that is not known', { config: { WebACLId: 'x' } }, 'DistributionConfig.WebACLId'],
    ['error pages of its own', { config: { CustomErrorResponses: [] } }, 'DistributionConfig.CustomErrorResponses'],
    ['a distribution that is off', { config: { Enabled: false } }, 'DistributionConfig.Enabled'],
    ['a behaviour without a cache policy', { page: { ForwardedValues: {} } }, 'ForwardedValues'],
    ['another managed cache policy', { page: { CachePolicyId: 'x' } }, 'AWS::CloudFront::CachePolicy x'],
    ['another origin request policy', { api: { OriginRequestPolicyId: 'x' } }, 'AllViewerExceptHostHeader'],
    ['no origin request policy for an API', { api: { OriginRequestPolicyId: undefined } }, 'AllViewerExceptHostHeader'],
    ['an origin request policy for a bucket', { page: { OriginRequestPolicyId: 'x' } }, 'not emulated for a bucket'],
    ['a headers policy that is not there', { page: { ResponseHeadersPolicyId: 'x' } }, 'ResponseHeadersPolicy x'],
    [
      'a function at another event',
      { page: { FunctionAssociations: [{ EventType: 'viewer-response', FunctionARN: 'x' }] } },
      'only viewer-request is emulated',
    ],
    ['an origin that is not there', { page: { TargetOriginId: 'x' } }, 'there is no origin x'],
    [
      'a bucket of somebody else',
      origin({ DomainName: 'x.s3.eu-central-1.amazonaws.com' }),
      'no bucket of the template',
    ],
    ['a bucket without access control', origin({}), 'a private bucket is reached by an origin access control only'],
    ['an API of somebody else', origin({ DomainName: 'api.example' }, 1), 'no HTTP API of the template'],
  ])('%s is refused, in words that name it', (_, changes, message) => {
    expect(() => read(changes)).toThrow(UnsupportedResourceError);
    expect(() => read(changes)).toThrow(message);
  });
});
