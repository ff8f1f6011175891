// Not part of the function: docs/openapi.json is made of this.
import { requestBucket, requestCost } from '../../../src/accounts/account-request-limit.ts';
import { apiRoutes } from '../api-routes.ts';
import { namedSchemas, operationObject } from './openapi-operation.ts';

const description = `Accounts, plans, keys, usage and history of Sluice, a gateway for blockchain JSON-RPC.

Every request carries the ID token of the user pool: \`Authorization: Bearer <token>\`. The first one makes the account,
on the free plan. Amazon API Gateway itself answers 401 \`{"message":"Unauthorized"}\` where the token is missing or not
good, 404 \`{"message":"Not Found"}\` where no route takes the method, and 429 \`{"message":"Too Many Requests"}\` over the
stage's throttle of all accounts together. Every other error is an RFC 9457 problem, whose \`type\` stays what it is.

An account has a bucket of ${requestBucket.tokens} tokens, which fills by ${requestBucket.tokensPerSecond} a second. A GET takes
${requestCost.read} and any other request ${requestCost.change}; where too few are left, the answer is 429 \`too-many-requests\`, whose
\`Retry-After\` says when to try again.

Moments are ISO 8601 in UTC. Days are UTC days. What belongs to another account is not found. Unknown fields and
parameters are refused. Answers may get new members at any time.`;

const tags = [
  { name: 'account', description: 'You and your plan' },
  { name: 'plans', description: 'What there is to choose from' },
  { name: 'endpoints', description: 'Where to send JSON-RPC' },
  { name: 'keys', description: 'Keys, their secrets, usage and history' },
  { name: 'usage', description: 'The usage of all keys together' },
];

/** The OpenAPI 3.1 document of the management API, made of the routes and schemas that serve it. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of apiRoutes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationObject(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sluice management API', version: '1', description },
    servers: [{ url: '/', description: "The stack's output ApiUrl" }],
    security: [{ idToken: [] }],
    tags,
    paths,
    components: {
      securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      headers: {
        RetryAfter: { description: 'After how many seconds to try again', schema: { type: 'integer' } },
        RequestId: { description: 'Names this request in the logs and in support', schema: { type: 'string' } },
      },
      schemas: namedSchemas(),
    },
  };
}
