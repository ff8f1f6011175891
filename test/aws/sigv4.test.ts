import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AwsCredentials, SigningScope } from '../../src/aws/sigv4.ts';
import { RequestSigner, type UnsignedRequest } from '../../src/aws/sigv4.ts';
import { signedBySdk } from './signed-by-sdk.ts';

/** A list of alternating names and values as an object with lower-case names. */
const byName = (headers: readonly string[]): Record<string, string | undefined> =>
  Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]]] : [])));

/** The headers of the AWS SDK's signer. */
const bySdk = (scope: SigningScope, unsigned: UnsignedRequest, by: AwsCredentials, at: number) => {
  const { host, path = '/', contentType, target, body } = unsigned;
  const headers = { 'content-type': contentType, ...(target !== undefined && { 'x-amz-target': target }) };
  return signedBySdk({ method: 'POST', host, path, headers, body }, { scope, by, at });
};

const word = fc.stringMatching(/^[A-Za-z0-9_.-]{1,40}$/);
const scopes = fc.record({ service: word, region: word });
const hosts = fc.stringMatching(/^[a-z0-9.-]{1,40}(:\d{1,5})?$/);
const bodies = fc.oneof(fc.json(), fc.string({ unit: 'grapheme' }));
const toJsonServices = fc.record({
  host: hosts,
  contentType: fc.constantFrom('application/x-amz-json-1.0', 'application/x-amz-json-1.1'),
  target: word,
  body: bodies,
});
const functionArns = fc.stringMatching(/^arn:aws:lambda:[a-z0-9-]{1,20}:\d{12}:function:[A-Za-z0-9_-]{1,40}:\d{1,3}$/);
const toLambda = fc.record({
  host: hosts,
  path: functionArns.map((arn) => `/2015-03-31/functions/${encodeURIComponent(arn)}/invocations`),
  contentType: fc.constant('application/json'),
  body: bodies,
});
const requests: fc.Arbitrary<UnsignedRequest> = fc.oneof(toJsonServices, toLambda);
const credentials = fc.record({
  accessKeyId: fc.stringMatching(/^[A-Z0-9]{1,128}$/),
  secretAccessKey: fc.stringMatching(/^[A-Za-z0-9/+=]{1,128}$/),
  sessionToken: fc.option(fc.base64String({ minLength: 4, maxLength: 1_000 }), { nil: undefined }),
});
const moments = fc.integer({ min: 0, max: Date.UTC(2100, 0) });

describe('a signature', () => {
  test('equals the AWS SDK’s signature of the same request', async () => {
    await fc.assert(
      fc.asyncProperty(scopes, requests, credentials, moments, async (scope, unsigned, by, at) => {
        const own = byName(new RequestSigner(scope).sign(unsigned, by, at));
        expect(own).toEqual(await bySdk(scope, unsigned, by, at));
      }),
    );
  });

  test('of a reused signer depends on the day and the credentials of each request', async () => {
    const scope = { service: 'dynamodb', region: 'eu-central-1' };
    const signer = new RequestSigner(scope);
    const changes = fc.array(fc.tuple(requests, credentials, moments), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, async (signatures) => {
        // Each at its own time and at the first one's: the same day with other credentials, and the other way round.
        for (const [unsigned, by, at] of [...signatures, ...signatures]) {
          for (const moment of [at, signatures[0]?.[2] ?? at]) {
            const own = byName(signer.sign(unsigned, by, moment));
            expect(own).toEqual(await bySdk(scope, unsigned, by, moment));
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('changes with every part of the request', () => {
    const unsigned = { host: 'h', contentType: 'application/x-amz-json-1.0', target: 'T.Op', body: '{}' };
    const by = { accessKeyId: 'A', secretAccessKey: 's', sessionToken: 't' };
    const sign = (request: UnsignedRequest, signedBy: AwsCredentials = by, at = 0) =>
      byName(new RequestSigner({ service: 's', region: 'r' }).sign(request, signedBy, at)).authorization;
    const others = [
      sign({ ...unsigned, host: 'i' }),
      sign({ ...unsigned, contentType: 'application/x-amz-json-1.1' }),
      sign({ ...unsigned, target: 'T.Other' }),
      sign({ ...unsigned, path: '/other' }),
      sign({ ...unsigned, body: '{} ' }),
      sign(unsigned, { ...by, accessKeyId: 'B' }),
      sign(unsigned, { ...by, secretAccessKey: 'S' }),
      sign(unsigned, { ...by, sessionToken: 'u' }),
      sign(unsigned, { accessKeyId: 'A', secretAccessKey: 's' }),
      sign(unsigned, by, 1_000),
    ];
    expect(new Set([sign(unsigned), ...others]).size).toBe(others.length + 1);
  });
});
