import { freeRequestBucket, requestBucket } from '../../accounts/account-request-limit.ts';
import { bytesPerToken, maxReportTokens, queriesPerToken } from '../../usage/read-meter.ts';
import { type ApiRoute, apiRoutes, tokenPrefix } from '../api-routes.ts';
import { currentKeyRoute } from '../current-key-contract.ts';
import { leastTokens, mostOfSearch, rowsPerToken } from '../history-tokens.ts';
import { publicRoutes } from '../public-routes.ts';
import { keyOperationObject, operationObject, publicOperationObject } from './openapi-operation.ts';
import { namedSchemas } from './openapi-schemas.ts';

const description = `Accounts, plans, keys, usage and history of a gateway for blockchain JSON-RPC.

\`POST /v1/sign-up\` mails you a code with which you sign in at the user pool. Send the ID token of the user pool with every
other request: \`Authorization: Bearer <token>\`. Your first request creates your
account on the free plan.

Programs send an account token (\`POST /v1/tokens\`) in the same header, to the same paths under \`${tokenPrefix}\`: for
example \`GET ${tokenPrefix}/v1/keys\`. Operations that accept them say so. There, API Gateway answers 401 without the header,
and 403 \`{"message":"Forbidden"}\` if the token is malformed, unknown, revoked or expired.

Errors are problem details (RFC 9457) with a stable \`code\`. Amazon API Gateway answers some errors itself, as
\`application/json\`: 401 \`{"message":"Unauthorized"}\` if the token is missing or invalid, 404 \`{"message":"Not Found"}\` if
no route accepts the method, 429 \`{"message":"Too Many Requests"}\` if all accounts together exceed the rate limit of the
stage, and 500 \`{"message":"Internal Server Error"}\` if the function does not answer.

Each account has a bucket of ${requestBucket.tokens} tokens, refilled at ${requestBucket.tokensPerSecond} tokens per second, or at
${freeRequestBucket.tokensPerSecond} on a plan that is free of charge. An operation takes
what it reads, writes, sends and asks of Stripe and Cognito: \`x-tokens\` says how many. Where that grows with your data,
\`x-tokens-at-most\` are taken first, and those that it did not need are given back: a search of requests needs one for each
${rowsPerToken} that it reads and at least ${leastTokens}, at most ${mostOfSearch}; a usage report one for each ${bytesPerToken / 1_024} KB and each ${queriesPerToken} keys that it reads, at most
${maxReportTokens}. If too few tokens are left, the response is 429 \`too_many_requests\` with a \`Retry-After\` header.

Timestamps are ISO 8601 in UTC. Days are UTC days. Resources of other accounts return 404. Unknown fields and parameters
are refused with 400. New response fields, and new values of fields with a list of values (\`x-extensible-enum\`), may be
added at any time: accept values that you do not know. Usage and history are also available as CSV (RFC 4180), with
\`Accept: text/csv\`; columns may be added at the end. An apostrophe in front of a text keeps spreadsheets from taking it
for a formula.

A program with a key and without a token reads its own limits and usage with \`GET /v1/key\`.`;

const tags = [
  { name: 'sign-up', description: 'Creating a user' },
  { name: 'recover', description: 'Losing the second factor' },
  { name: 'account', description: 'Your account and its plan' },
  { name: 'activity', description: 'The changes of your account' },
  { name: 'billing', description: 'Your payments' },
  { name: 'tokens', description: 'Account tokens, with which programs use this API' },
  { name: 'plans', description: 'The available plans' },
  { name: 'endpoints', description: 'The URLs that accept JSON-RPC' },
  { name: 'networks', description: 'The state of the networks and their nodes' },
  { name: 'keys', description: 'Keys, their secrets, usage and history' },
  { name: 'usage', description: 'The combined usage of all your keys' },
  { name: 'requests', description: 'The combined history of all your keys' },
  { name: 'key', description: 'The key that a request is made with' },
];

/**
 * The OpenAPI 3.1 document of the management API, generated from the routes and schemas that serve it. The deployed function
 * does not contain it; `npm run openapi` writes it to docs/openapi.json.
 */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  const add = ({ method, path }: Pick<ApiRoute, 'method' | 'path'>, described: object): void => {
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: described };
  };
  for (const route of publicRoutes) add(route, publicOperationObject(route));
  for (const route of apiRoutes) add(route, operationObject(route));
  add(currentKeyRoute, keyOperationObject(currentKeyRoute));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Management API',
      version: '1',
      description,
      contact: { name: 'Support of the operator of this gateway' },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Replace with the stack output ApiUrl' }],
    security: [{ idToken: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        accountToken: { type: 'http', scheme: 'bearer', bearerFormat: 'slt_…' },
        key: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
      },
      headers: {
        RetryAfter: { description: 'Seconds to wait before you try again', schema: { type: 'integer' } },
        RequestId: {
          description: 'Id of this request. Include it when you contact support.',
          schema: { type: 'string' },
        },
        EntityTag: {
          description: 'Identifies this state of the response: send it as `If-None-Match` the next time (RFC 9110).',
          schema: { type: 'string' },
        },
        NextPage: {
          description: 'Link to the next page with the relation `next` (RFC 8288). Missing on the last page.',
          schema: { type: 'string' },
        },
      },
      schemas: namedSchemas(),
    },
  };
}
