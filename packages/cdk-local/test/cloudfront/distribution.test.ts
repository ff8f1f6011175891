import { describe, expect, test } from '@jest/globals';
import { readDistribution } from '../../cloudfront/distribution.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { distributionTemplate } from './distribution-template.ts';

type Changes = Parameters<typeof distributionTemplate>[0];

const read = (changes?: Changes, apiUrl?: string) => {
  const template = distributionTemplate(changes, apiUrl);
  return readDistribution(template, template.get('Distribution'), new Map([['Proof', 'value']]));
};

const covering = (path: string, PathPattern: string) => {
  const { behaviors } = read({ api: { PathPattern } });
  return behaviors.findIndex(({ covers }) => covers(path)) === 0;
};

describe('a distribution of the template', () => {
  test('has its origins among the buckets and HTTP APIs of the template, where these really listen', () => {
    const { behaviors, rootObject, id } = read({}, 'http://127.0.0.1:8546');
    expect(behaviors.map(({ origin }) => origin)).toEqual([
      { apiUrl: 'http://127.0.0.1:8546', headers: { 'x-proof': 'value' } },
      { bucket: 'files' },
    ]);
    expect(rootObject).toBe('index.html');
    expect(id).toMatch(/^[A-Z0-9]{14}$/);
  });

  test('answers GET and HEAD where a behaviour names no methods', () => {
    expect(read().behaviors.map(({ methods }) => methods.length)).toEqual([7, 2]);
    expect(read().behaviors[1]?.methods).toEqual(['GET', 'HEAD']);
  });

  test('may say how long errors are cached, because no answer is cached here', () => {
    const CustomErrorResponses = [{ ErrorCode: 500, ErrorCachingMinTTL: 0 }];
    expect(() => read({ config: { CustomErrorResponses } })).not.toThrow();
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
    ['an unknown property', { config: { WebACLId: 'x' } }, 'DistributionConfig.WebACLId'],
    [
      'a custom error page',
      { config: { CustomErrorResponses: [{ ErrorCode: 404, ResponsePagePath: '/404.html', ResponseCode: 404 }] } },
      'DistributionConfig.CustomErrorResponses.0.ResponsePagePath',
    ],
    ['a disabled distribution', { config: { Enabled: false } }, 'DistributionConfig.Enabled'],
    ['a behaviour without a cache policy', { page: { ForwardedValues: {} } }, 'ForwardedValues'],
    ['another managed cache policy', { page: { CachePolicyId: 'x' } }, 'AWS::CloudFront::CachePolicy x'],
    ['another origin request policy', { api: { OriginRequestPolicyId: 'x' } }, 'AllViewerExceptHostHeader'],
    ['no origin request policy for an API', { api: { OriginRequestPolicyId: undefined } }, 'AllViewerExceptHostHeader'],
    ['an origin request policy for a bucket', { page: { OriginRequestPolicyId: 'x' } }, 'not emulated for a bucket'],
    ['a headers policy that does not exist', { page: { ResponseHeadersPolicyId: 'x' } }, 'ResponseHeadersPolicy x'],
    [
      'a function at another event',
      { page: { FunctionAssociations: [{ EventType: 'viewer-response', FunctionARN: 'x' }] } },
      'only viewer-request is emulated',
    ],
    ['an origin that does not exist', { page: { TargetOriginId: 'x' } }, 'there is no origin x'],
    [
      'a bucket outside the template',
      origin({ DomainName: 'x.s3.eu-central-1.amazonaws.com' }),
      'not a bucket of the template',
    ],
    ['a bucket without access control', origin({}), 'only an origin access control can reach a private bucket'],
    [
      'an API outside the template',
      origin({ DomainName: 'api.example' }, 1),
      'neither a bucket nor an HTTP API of the template',
    ],
  ])('%s is refused with an error that names it', (_, changes, message) => {
    expect(() => read(changes)).toThrow(UnsupportedResourceError);
    expect(() => read(changes)).toThrow(message);
  });
});
