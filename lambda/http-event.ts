import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import type { ApiRequest } from '../src/management-api/api-request.ts';

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

type HttpHandler = (event: unknown) => Promise<APIGatewayProxyStructuredResultV2>;

/** Makes a Lambda handler for the HTTP API's events. It throws only if the event is not the HTTP API's. */
export const onHttpEvents =
  (serve: (request: Request, apiRequest: ApiRequest) => Promise<Response>): HttpHandler =>
  async (event) => {
    const { request, apiRequest } = parseHttpEvent(event);
    return toLambdaResult(await serve(request, apiRequest));
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
