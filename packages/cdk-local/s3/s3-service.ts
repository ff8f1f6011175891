import type { ServerResponse } from 'node:http';
import { type GateCall, GateRefusal, type GateRefusalCode, type GateService } from '../iam/gate-service.ts';
import { BucketError, type Buckets } from './buckets.ts';

/** Amazon S3 API Reference, "Error responses". */
const errors: Readonly<Record<GateRefusalCode, readonly [number, string]>> = {
  access_denied: [403, 'AccessDenied'],
  unknown_credential: [403, 'InvalidAccessKeyId'],
  missing_credential: [403, 'AccessDenied'],
  unknown_operation: [501, 'NotImplemented'],
  invalid_request: [400, 'InvalidURI'],
  service_failed: [500, 'InternalError'],
};

const asXml = (text: string): string => text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);

function answerError(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${asXml(message)}</Message></Error>`,
  );
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch (cause) {
    throw new GateRefusal('invalid_request', "Couldn't parse the specified URI.", { cause });
  }
}

function objectOf({ request }: GateCall): { bucket: string; key: string } {
  const [path = ''] = (request.url ?? '').split('?');
  const parts = /^\/([^/]+)\/(.+)$/.exec(path);
  if (request.method !== 'PUT' || !parts) {
    throw new GateRefusal('unknown_operation', 'The local S3 only knows PutObject, with the bucket in the path');
  }
  const [, bucket = '', key = ''] = parts;
  return { bucket, key: decoded(key) };
}

/** The request's headers that S3 keeps with the object (PutObject, "Request headers"), as far as they are used here. */
const metadataOf = ({ request: { headers } }: GateCall): Record<string, string> =>
  Object.fromEntries(
    ['cache-control', 'content-type'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** The part of S3 that an event source mapping needs: `PutObject` with the bucket in the path. */
export function createS3Service(buckets: Pick<Buckets, 'put'>): GateService {
  return {
    understand: (call) => {
      const { bucket, key } = objectOf(call);
      const resource = `arn:aws:s3:::${bucket}/${key}`;
      return {
        // S3 puts the resource of a denial in quotation marks (users' reports).
        permissions: [{ action: 's3:PutObject', resource, shown: `"${resource}"` }],
        answer: async (response) => {
          try {
            await buckets.put(bucket, key, call.body, metadataOf(call));
            response.writeHead(200).end();
          } catch (error) {
            if (!(error instanceof BucketError)) throw error;
            answerError(response, error.code === 'NoSuchBucket' ? 404 : 400, error.code, error.message);
          }
        },
      };
    },
    refuse: ({ code, message }, response) => answerError(response, ...errors[code], message),
  };
}
