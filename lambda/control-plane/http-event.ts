import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { RefusedError } from './problems.ts';

/** The parts of the HTTP API's event (payload 2.0, JWT authorizer) that the API uses. */
const eventSchema = v.object({
  rawPath: v.string(),
  rawQueryString: v.string(),
  headers: v.record(v.string(), v.optional(v.string())),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.boolean(),
  requestContext: v.object({
    requestId: v.string(),
    domainName: v.string(),
    http: v.object({ method: v.string() }),
    authorizer: v.object({ jwt: v.object({ claims: v.unknown() }) }),
  }),
});

/** What came with a call beside its method and address. */
export type ApiRequest = {
  /** The gateway's own: its access log and its header Apigw-Requestid have the same. */
  readonly requestId: string;
  /** What the JWT authorizer found in the token. */
  readonly claims: unknown;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Method and address for the router, and the rest. The gateway has decoded the path. */
export function parseHttpEvent(event: unknown): { readonly request: Request; readonly arrival: ApiRequest } {
  const { rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } = v.parse(eventSchema, event);
  const { requestId, domainName, http, authorizer } = requestContext;
  const path = rawPath.split('/').map(encodeURIComponent).join('/');
  const request = new Request(`https://${domainName}${path}?${rawQueryString}`, { method: http.method });
  const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  const arrival = {
    requestId,
    claims: authorizer.jwt.claims,
    headers: Object.fromEntries(given),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
  return { request, arrival };
}

/** An answer as the HTTP API takes it. */
export const toLambdaResult = async (response: Response): Promise<APIGatewayProxyStructuredResultV2> => ({
  statusCode: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
  isBase64Encoded: false,
});

/** Far more than any body that an operation takes. */
const maxBytes = 10_000;

/**
 * The JSON in a request's body.
 * @throws {RefusedError} request_too_large, unsupported_media_type, or invalid_request when it is no JSON
 */
export function readBody({ headers, body }: ApiRequest): unknown {
  if (body.length > maxBytes) {
    throw new RefusedError('request_too_large', `A body may have ${maxBytes} bytes, and this has ${body.length}.`);
  }
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new RefusedError('unsupported_media_type', 'Send JSON, with Content-Type: application/json.');
  }
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new RefusedError('invalid_request', 'body: is not JSON', [{ at: 'body', message: 'is not JSON' }]);
  }
}
