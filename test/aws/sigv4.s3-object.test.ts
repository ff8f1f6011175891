import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { S3ObjectSigner } from '../../src/aws/sigv4.ts';
import { signedBySdk } from './signed-by-sdk.ts';

const segment = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/).filter((text) => !/^\.+$/.test(text));
const objects = fc.record({
  host: fc.stringMatching(/^[a-z0-9-]{1,20}\.s3\.[a-z0-9-]{1,20}\.amazonaws\.com$/),
  path: fc.array(segment, { minLength: 1, maxLength: 6 }).map((segments) => `/${segments.join('/')}`),
  contentType: fc.constant('application/json'),
  body: fc.oneof(fc.json(), fc.string({ unit: 'grapheme' })),
});
const credentials = fc.record({
  accessKeyId: fc.stringMatching(/^[A-Z0-9]{1,128}$/),
  secretAccessKey: fc.stringMatching(/^[A-Za-z0-9/+=]{1,128}$/),
  sessionToken: fc.option(fc.base64String({ minLength: 4, maxLength: 1_000 }), { nil: undefined }),
});

test('an object is signed as the AWS SDK signs it', async () => {
  const scope = { service: 's3', region: 'eu-central-1' };
  const signer = new S3ObjectSigner(scope);
  await fc.assert(
    fc.asyncProperty(objects, credentials, fc.integer({ min: 0, max: Date.UTC(2100, 0) }), async (object, by, at) => {
      const { host, path, contentType, body } = object;
      const request = { method: 'PUT', host, path, headers: { 'content-type': contentType }, body };
      expect(signer.sign(object, by, at)).toEqual(await signedBySdk(request, { scope, by, at, isS3: true }));
    }),
  );
});
