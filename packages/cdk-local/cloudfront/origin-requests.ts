import { type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Buckets, type StoredObject, unknownType } from '../s3/buckets.ts';
import type { Origin } from './distribution.ts';
import { type EdgeAnswer, errorPage, type ViewerRequest } from './edge-answer.ts';

/**
 * Headers that belong to one connection (CloudFront Developer Guide, "HTTP request headers and CloudFront behavior").
 */
const hopByHop = new Set(['connection', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/**
 * Forwards requests to an HTTP API with all viewer headers except `host`, as the managed origin request policy
 * AllViewerExceptHostHeader does, and with the origin's own headers, which replace those of the viewer (CloudFront
 * Developer Guide, "Add custom headers to origin requests").
 */
export const createApiOrigin =
  (origin: ApiOrigin) =>
  async (request: ViewerRequest): Promise<EdgeAnswer> => {
    try {
      const answer = await exchange(origin, request);
      return { status: answer.statusCode ?? 502, headers: answered(answer.headers), body: await buffer(answer) };
    } catch {
      return errorPage(502, 'CloudFront was not able to connect to the origin.');
    }
  };

type ApiOrigin = Extract<Origin, { readonly apiUrl: string }>;

const exchange = (origin: ApiOrigin, request: ViewerRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method, uri, query, headers, body, ip } = request;
    const path = query === '' ? uri : `${uri}?${query}`;
    const { host: _, 'x-forwarded-for': via, ...others } = headers;
    const passed = Object.entries(others).filter(([name]) => !hopByHop.has(name));
    const addresses = via === undefined ? ip : `${via}, ${ip}`;
    const forwarded = { ...Object.fromEntries(passed), ...origin.headers, 'x-forwarded-for': addresses };
    const outgoing = send(origin.apiUrl, { method, path, headers: forwarded }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });

const answered = (headers: IncomingHttpHeaders): Headers =>
  new Headers(
    Object.entries(headers)
      .filter(([name]) => !hopByHop.has(name) && name !== 'content-length')
      .flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
  );

/**
 * Reads an object of a bucket by its path. Without permission to list the bucket, S3 does not reveal whether an object
 * is missing (Amazon S3 API Reference, "GetObject": 403 AccessDenied without s3:ListBucket).
 */
export const createBucketOrigin =
  (buckets: Pick<Buckets, 'get'>, bucket: string) =>
  async ({ uri }: { readonly uri: string }): Promise<EdgeAnswer> => {
    const key = decoded(uri.slice(1));
    if (key === undefined) return error(400, 'InvalidURI', "Couldn't parse the specified URI.");
    const object = await buckets.get(bucket, key);
    return object ? found(object) : error(403, 'AccessDenied', 'Access Denied');
  };

const found = ({ body, metadata, etag, lastModified }: StoredObject): EdgeAnswer => ({
  status: 200,
  headers: new Headers({
    'content-type': unknownType,
    ...metadata,
    etag,
    'last-modified': lastModified.toUTCString(),
    server: 'AmazonS3',
  }),
  body,
});

const error = (status: number, code: string, message: string): EdgeAnswer => ({
  status,
  headers: new Headers({ 'content-type': 'application/xml', server: 'AmazonS3' }),
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  ),
});

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
