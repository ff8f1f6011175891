import * as v from 'valibot';
import { mintToken } from '../../src/tokens/token-secret.ts';
import type { Check } from './run-checks.ts';

/** ARNs of the versions that are about to get traffic; without billing there is none for Stripe's events. */
export type ManagementVersions = {
  readonly api: string;
  readonly publicApi: string;
  readonly tokenAuthorizer: string;
  readonly billingEvents?: string | undefined;
};

/**
 * Each version gets a request that it refuses, so that nothing is changed: that it can be loaded, has its variables and
 * settings, and answers.
 */
export const managementChecks = ({ api, publicApi, tokenAuthorizer, billingEvents }: ManagementVersions): Check[] => [
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
