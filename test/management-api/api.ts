import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import * as v from 'valibot';
import { onHttpEvents } from '../../lambda/http-event.ts';
import { changePlan } from '../../src/accounts/account-plan.ts';
import { createReadCalls } from '../../src/keys/key-slots.ts';
import { createLog } from '../../src/log.ts';
import { type ApiRoute, apiRoutes, tokenPrefix } from '../../src/management-api/api-routes.ts';
import { createApi } from '../../src/management-api/app.ts';
import { openApiDocument } from '../../src/management-api/openapi/openapi-document.ts';
import type { ManagementApiDeps } from '../../src/management-api/operation.ts';
import { problemSchema } from '../../src/management-api/problems.ts';
import { Plans } from '../../src/plans.ts';
import { writeRecord } from '../../src/records/record.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { concurrently } from '../../src/runtime/concurrently.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import type { Item } from '../../src/table/item-table.ts';
import { authorizeToken } from '../../src/tokens/authorize-token.ts';
import { createMarkDays } from '../../src/usage/day-items.ts';
import { createLastUsed } from '../../src/usage/last-used.ts';
import { tally } from '../../src/usage/tally.ts';
import { UserDirectory } from '../../src/users/user-directory.ts';
import { admissionsOn } from '../support/admissions.ts';
import { byOperator } from '../support/change-requests.ts';
import { emptyDirectory, emptyTable, emptyUsage } from '../support/dynamodb.ts';
import { networkChains, plans, readByFunctions } from '../support/settings.ts';
import { divertNothing } from '../usage/divert-nothing.ts';
import { insertOf } from '../usage/record.ts';

/** 20 November 2026, 12:00:00.250 UTC: not close to the end of a window. */
export const noon = Date.UTC(2026, 10, 20, 12, 0, 0, 250);

/** A signed-in user. */
export type User = {
  readonly sub: string;
  readonly email: string;
  /** When the password was entered, in ms since the epoch. Default: at noon. */
  readonly signedInAt?: number;
};

export const newUser = (): User => ({ sub: randomUUID(), email: `${randomUUID()}@example.com` });

/** A request: `json` is serialized, `text` is sent unchanged; `headers` replace the default ones. */
export type Sent = { readonly json?: unknown; readonly text?: string; readonly headers?: Record<string, string> };

/** A response with its parsed body. */
// biome-ignore lint/suspicious/noExplicitAny: each test states what it expects of the body
export type ApiAnswer = { status: number; headers: Record<string, string>; body: any };

/** The management API with its own tables and a clock that tests set. */
export async function startApi(changes: Partial<ManagementApiDeps> = {}) {
  const time = { now: noon };
  const lines: Item[] = [];
  const clock = () => time.now;
  const log = createLog('debug', (line) => lines.push(JSON.parse(line)));
  const admissions = await emptyTable({ sortKey: false });
  const deps: ManagementApiDeps = {
    settings: { ...readByFunctions, service: { name: 'Test', problemTypes: 'https://api.example/problems' } },
    plans,
    sale: { plans, currency: 'usd', canPay: false },
    billing: undefined,
    chains: networkChains,
    directory: await emptyDirectory(),
    admissions,
    readCalls: createReadCalls(admissions),
    records: await emptyTable({ sortKey: true }),
    usage: await emptyUsage(),
    usageRows: { delete: async () => {} },
    networkStates: { get: async () => undefined },
    takeTokens: async () => {},
    clientAddress: async () => '203.0.113.7',
    users: new UserDirectory({ send: () => Promise.reject(new Error('This test has no user pool.')) }, 'none'),
    tellFormerAddress: undefined,
    serverClientId: 'none',
    pause: async () => {},
    signingKey: async () => 'a key that signs the cursors of tests',
    rpcUrl: 'https://rpc.example',
    clock,
    log,
    ...changes,
  };
  const api = serve(deps);
  return {
    /** Makes a request as a program, through the token authorizer; `target` is that of a signed-in customer. */
    async callWithToken(token: string, method: string, target: string, sent: Sent = {}): Promise<ApiAnswer> {
      const identity = await authorizeToken(`Bearer ${token}`, deps);
      if (!identity) return { status: 403, headers: {}, body: { message: 'Forbidden' } };
      const { requestContext, ...event } = eventOf({}, method, tokenPrefix + target, sent);
      const authorized = { ...requestContext, authorizer: { lambda: identity } };
      const answer = await api.handle({ ...event, requestContext: authorized });
      if (routeOf(method, target)?.tokens) expectDocumented(method, target, answer);
      return answer;
    },
    time,
    lines,
    deps,
    ...api,
    admissions: admissionsOn(admissions, clock),
    /** The API in a process of another deployment: the same tables, other settings. */
    withSettings: (settings: FunctionSettings) => {
      const others = new Plans(settings.plans);
      return serve({ ...deps, settings, plans: others, sale: { ...deps.sale, plans: others } });
    },
    /** The operator gives a user's account a plan. */
    async assignPlan(user: User, planId: string): Promise<void> {
      await api.call(user, 'GET', '/v1/account');
      await changePlan(deps, byOperator(user.sub), planId);
    },
    /** Records requests and counts them, like the data plane. */
    async record(...records: readonly RequestRecord[]): Promise<void> {
      await concurrently(records, (record) => writeRecord(deps.records, log, record, 90));
      const lastUsed = createLastUsed(deps.usage, log);
      const inserts = records.map((record) => {
        sequence += 1;
        return insertOf(record, sequence, { createdAt: clock() });
      });
      const failed = await tally(inserts, {
        usage: deps.usage,
        lastUsed,
        markDays: createMarkDays(deps.usage, clock, log),
        divert: divertNothing,
        clock,
        log,
        emit: () => {},
        chains: networkChains,
      });
      expect(failed).toEqual([]);
    },
  };
}

function serve(deps: ManagementApiDeps) {
  const handler = onHttpEvents(createApi(deps));
  const handle = async (event: unknown): Promise<ApiAnswer> => {
    const { statusCode = 0, headers = {}, body = '' } = await handler(event);
    return { status: statusCode, headers: textual(headers), body: body === '' ? undefined : JSON.parse(body) };
  };
  return {
    handle,
    /** Makes a request as the user and checks that docs/openapi.json documents the response. */
    async call(user: User, method: string, target: string, sent: Sent = {}): Promise<ApiAnswer> {
      const answer = await handle(eventOf(claimsOf(user), method, target, sent));
      expectDocumented(method, target, answer);
      return answer;
    },
  };
}

export type TestApi = Awaited<ReturnType<typeof startApi>>;

let sequence = 0;

const textual = (headers: Readonly<Record<string, string | number | boolean>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** The claims of an ID token as the JWT authorizer passes them: all strings. */
export const claimsOf = ({ sub, email, signedInAt = noon }: User) => ({
  sub,
  email,
  email_verified: 'true',
  auth_time: String(Math.floor(signedInAt / 1_000)),
  token_use: 'id',
  aud: 'client',
  iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_pool',
});

/** An HTTP API event (payload 2.0) of a route with a JWT authorizer. */
export function eventOf(
  claims: Record<string, string>,
  method: string,
  target: string,
  { json, text, headers }: Sent = {},
): APIGatewayProxyEventV2WithJWTAuthorizer {
  const [path = '', rawQueryString = ''] = target.split('?');
  const body = json === undefined ? text : JSON.stringify(json);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const rawPath = decodeURIComponent(path);
  const routeKey = `${method} /v1/{proxy+}`;
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    headers: { host: 'api.example', 'user-agent': 'test', ...type, ...headers },
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      authorizer: { jwt: { claims, scopes: [] }, integrationLatency: 0, principalId: '' },
      domainName: 'api.example',
      domainPrefix: 'api',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: `${randomUUID()}=`,
      routeKey,
      stage: '$default',
      time: '20/Nov/2026:12:00:00 +0000',
      timeEpoch: noon,
    },
    pathParameters: { proxy: rawPath.slice('/v1/'.length) },
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
  };
}

const documented: Record<string, Record<string, { responses: Record<string, { description: string }> }>> = JSON.parse(
  JSON.stringify(openApiDocument().paths),
);

const pathOf = (target: string): string => target.split('?')[0] ?? '';

const routeOf = (method: string, target: string): ApiRoute | undefined =>
  apiRoutes.find(
    (route) =>
      route.method === method && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathOf(target)),
  );

/** Every response must have a documented status and exactly the documented members. */
function expectDocumented(method: string, target: string, { status, headers, body }: ApiAnswer): void {
  const route = routeOf(method, target);
  if (!route) return;
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const response = documented[path]?.[method.toLowerCase()]?.responses[status];
  expect({ route: route.path, status, documented: response !== undefined }).toMatchObject({ documented: true });
  expect(body === undefined).toBe(status === 304);
  if (status === 304) return;
  const shape = route.operation.responses[status];
  expect(headers['content-type']).toBe(shape ? 'application/json' : 'application/problem+json');
  expect(v.parse(shape ?? problemSchema, body)).toEqual(body);
  if (!shape) expect(response?.description).toContain(`\`${body.code}\``);
}
