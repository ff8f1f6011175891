import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { invalidRequest } from './invalid-request.ts';
import { RefusedError } from './problems.ts';

/** The properties of the HTTP API's event (payload 2.0, JWT authorizer) that the API uses. */
const eventSchema = v.object({
  rawPath: v.string(),
  rawQueryString: v.string(),
  headers: v.record(v.string(), v.optional(v.string())),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.boolean(),
  requestContext: v.object({
    requestId: v.string(),
    domainName: v.string(),
    http: v.object({ method: v.string(), sourceIp: v.string() }),
    // Routes without a token have none.
    authorizer: v.optional(v.object({ jwt: v.object({ claims: v.unknown() }) })),
  }),
});

/** What the router does not need of a request. */
export type ApiRequest = {
  /** Set by API Gateway; the same as in its access log and its `Apigw-Requestid` header. */
  readonly requestId: string;
  /** Claims of the token that the JWT authorizer has verified; undefined without a token. */
  readonly claims: unknown;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Address of the TCP connection to API Gateway. */
  readonly sourceIp: string;
};

export function parseHttpEvent(event: unknown): { readonly request: Request; readonly apiRequest: ApiRequest } {
  const { rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } = v.parse(eventSchema, event);
  const { requestId, domainName, http, authorizer } = requestContext;
  // API Gateway has decoded the path.
  const path = rawPath.split('/').map(encodeURIComponent).join('/');
  const request = new Request(`https://${domainName}${path}?${rawQueryString}`, { method: http.method });
  const present = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  const apiRequest = {
    requestId,
    claims: authorizer?.jwt.claims,
    headers: Object.fromEntries(present),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    sourceIp: http.sourceIp,
  };
  return { request, apiRequest };
}

export const toLambdaResult = async (response: Response): Promise<APIGatewayProxyStructuredResultV2> => ({
  statusCode: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
  isBase64Encoded: false,
});

/** Far more than any operation needs. */
const maxBytes = 10_000;

/** @throws {RefusedError} `request_too_large`, `unsupported_media_type`, or `invalid_request` if the body is not JSON */
export function readBody({ headers, body }: ApiRequest): unknown {
  if (body.length > maxBytes) {
    throw new RefusedError('request_too_large', `The body has ${body.length} bytes; the limit is ${maxBytes}.`);
  }
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new RefusedError('unsupported_media_type', 'Send JSON with the header Content-Type: application/json.');
  }
  if (!isUtf8(body)) throw invalidRequest([{ at: 'body', message: 'must be encoded in UTF-8' }]);
  try {
    return JSON.parse(body.toString());
  } catch {
    throw invalidRequest([{ at: 'body', message: 'must be valid JSON' }]);
  }
}
