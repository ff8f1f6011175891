import type { IncomingMessage } from 'node:http';

// The events of an HTTP API, payload format 2.0 (API Gateway developer guide, "Create AWS Lambda proxy integrations for
// HTTP APIs"), for requests to the route of mainnet.

const routeKey = 'POST /';

/** What the authorizer gets. */
export const authorizerEvent = (request: IncomingMessage) => ({
  version: '2.0',
  type: 'REQUEST',
  routeArn: 'arn:aws:execute-api:us-east-1:000000000000:abcdefghij/$default/POST/',
  identitySource: [String(request.headers['x-api-key'])],
  ...about(request),
  requestContext: requestContext(request),
});

/** What the proxy gets, with what the authorizer handed on. */
export const proxyEvent = (request: IncomingMessage, body: string, context: unknown) => ({
  version: '2.0',
  ...about(request),
  requestContext: { ...requestContext(request), authorizer: { lambda: context } },
  body,
  isBase64Encoded: false,
});

const about = ({ headers }: IncomingMessage) => ({ routeKey, rawPath: '/', rawQueryString: '', headers });

const requestContext = ({ headers }: IncomingMessage) => ({
  accountId: '000000000000',
  apiId: 'abcdefghij',
  domainName: 'abcdefghij.execute-api.us-east-1.amazonaws.com',
  domainPrefix: 'abcdefghij',
  http: {
    method: 'POST',
    path: '/',
    protocol: 'HTTP/1.1',
    sourceIp: '127.0.0.1',
    userAgent: headers['user-agent'] ?? '',
  },
  requestId: 'JKJaXmPLvHcESHA=',
  routeKey,
  stage: '$default',
  time: '20/Nov/2026:14:25:36 +0000',
  timeEpoch: 1_795_184_736_000,
});
