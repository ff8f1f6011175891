import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { acceptsGzip } from '../src/http/accept-encoding.ts';
import type { ApiRequest } from '../src/management-api/api-request.ts';

/**
 * The properties of the HTTP API's event (payload 2.0, JWT authorizer or token authorizer) that the API uses. An HTTP API
 * leaves out what it does not have. Emulators of it send null.
 */
const eventSchema = v.object({
  rawPath: v.string(),
  rawQueryString: v.string(),
  headers: v.record(v.string(), v.optional(v.string())),
  body: v.nullish(v.string(), ''),
  isBase64Encoded: v.boolean(),
  requestContext: v.object({
    requestId: v.string(),
    domainName: v.string(),
    http: v.object({ method: v.string(), sourceIp: v.string() }),
    // Public routes have none.
    authorizer: v.nullish(
      v.object({ jwt: v.nullish(v.object({ claims: v.unknown() })), lambda: v.optional(v.unknown()) }),
    ),
  }),
});

type HttpHandler = (event: unknown) => Promise<APIGatewayProxyStructuredResultV2>;

/** Makes a Lambda handler for the HTTP API's events. It throws only if the event is not the HTTP API's. */
export const onHttpEvents =
  (serve: (request: Request, apiRequest: ApiRequest) => Promise<Response>): HttpHandler =>
  async (event) => {
    const { request, apiRequest } = parseHttpEvent(event);
    return toLambdaResult(await serve(request, apiRequest), apiRequest.headers['accept-encoding']);
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
    claims: authorizer?.jwt?.claims,
    token: authorizer?.lambda ?? undefined,
    headers: Object.fromEntries(present),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
    sourceIp: http.sourceIp,
  };
  return { request, apiRequest };
}

/** A smaller body fits into one packet anyway. */
const smallestCompressed = 1_400;

/**
 * The result of the function. A large body is compressed here, as neither of the hops does it: an HTTP API never
 * compresses, and CloudFront only what it may cache (Developer Guide, "Serve compressed files"). No cache keeps it, so there
 * is no `Vary`.
 * @param acceptEncoding the client's header, which CloudFront forwards
 */
export async function toLambdaResult(
  response: Response,
  acceptEncoding?: string,
): Promise<APIGatewayProxyStructuredResultV2> {
  const headers = Object.fromEntries(response.headers);
  const result = { statusCode: response.status, headers };
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length < smallestCompressed || !acceptsGzip(acceptEncoding)) {
    return { ...result, body: body.toString(), isBase64Encoded: false };
  }
  const compressed = (await promisify(gzip)(body)).toString('base64');
  return { ...result, headers: { ...headers, 'content-encoding': 'gzip' }, body: compressed, isBase64Encoded: true };
}
