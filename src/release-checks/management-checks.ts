import * as v from 'valibot';
import { mintSecret } from '../keys/secret.ts';
import { mintToken } from '../tokens/token-secret.ts';
import type { Check } from './run-checks.ts';

/** ARNs of the functions to check; without billing there is none for Stripe's events. */
export type ManagementFunctions = {
  readonly api: string;
  readonly publicApi: string;
  readonly tokenAuthorizer: string;
  readonly keyAuthorizer: string;
  readonly keyApi: string;
  readonly billingEvents?: string | undefined;
};

/** No customer has this account: customers' ids are UUIDs. */
export const checkAccountId = 'pre-traffic-check';

/**
 * Each function gets a request that changes nothing, most of them one that it refuses: that it can be loaded, has its
 * variables and settings, and answers.
 */
export const managementChecks = (functions: ManagementFunctions, planId: string): Check[] => [
  ...apiChecks(functions),
  ...keyChecks(functions, planId),
];

const apiChecks = ({ api, publicApi, tokenAuthorizer, billingEvents }: ManagementFunctions): Check[] => [
  { name: 'the API refuses an unknown path', version: api, event: request('GET', '/v1/none'), expected: refused },
  {
    name: 'the API without a token refuses an empty sign-up',
    version: publicApi,
    event: request('POST', '/v1/sign-up'),
    expected: refused,
  },
  {
    name: 'the authorizer of account tokens refuses an unknown token',
    version: tokenAuthorizer,
    event: { version: '2.0', type: 'REQUEST', identitySource: [`Bearer ${mintToken()}`] },
    expected: v.object({ isAuthorized: v.literal(false) }),
  },
  ...(billingEvents === undefined
    ? []
    : [
        {
          name: 'the function of Stripe’s events refuses one without a signature',
          version: billingEvents,
          event: request('POST', '/v1/billing/events'),
          expected: refused,
        },
      ]),
];

const keyChecks = ({ keyAuthorizer, keyApi }: ManagementFunctions, planId: string): Check[] => [
  {
    name: 'the authorizer of GET /v1/key refuses an unknown secret',
    version: keyAuthorizer,
    event: { version: '2.0', type: 'REQUEST', rawPath: '/v1/key', identitySource: [mintSecret()] },
    expected: v.object({ isAuthorized: v.literal(false) }),
  },
  {
    name: 'GET /v1/key answers',
    version: keyApi,
    event: keyRequest(planId),
    expected: v.object({ statusCode: v.literal(200) }),
  },
];

/** An HTTP API event (payload 2.0) of `GET /v1/key`; it has only the properties that the function reads. */
function keyRequest(planId: string) {
  const keyId = `${checkAccountId}-key`;
  const lambda = { keyId, accountId: checkAccountId, planId };
  return { rawQueryString: '', requestContext: { requestId: keyId, authorizer: { lambda } } };
}

/** An HTTP API event (payload 2.0); it has only the properties that the functions read. */
const request = (method: string, rawPath: string) => ({
  version: '2.0',
  rawPath,
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  // Of no network (RFC 5737): the limits of a source do not count it for a visitor.
  requestContext: {
    requestId: 'pre-traffic-check',
    domainName: 'pre-traffic-check.invalid',
    http: { method, sourceIp: '192.0.2.1' },
  },
  body: '{}',
  isBase64Encoded: false,
});

const refused = v.object({ statusCode: v.pipe(v.number(), v.minValue(400), v.maxValue(499)) });
