import { once } from 'node:events';
import { request } from 'node:http';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type Runtime, startRuntime } from '../../../bin/start/runtime.ts';
import { originHeader } from '../../../src/environment.ts';
import { recordSchema } from '../../../src/records/record-schema.ts';
import { connectDynamoDb } from '../../../src/table/sdk-table.ts';
import { becomeCustomer } from '../../support/customer.ts';
import { sharedAssembly } from '../../support/shared-assembly.ts';

const nowhere = [{ url: 'http://127.0.0.1:9' }];

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({
    demoUser: true,
    synth: sharedAssembly,
    upstreams: { mainnet: nowhere, devnet: nowhere },
  });
});
afterAll(() => runtime.stop());

const tokens = v.object({ AuthenticationResult: v.object({ IdToken: v.string(), AccessToken: v.string() }) });

async function operate(operation: string, input: object): Promise<unknown> {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  const body = JSON.stringify({ ClientId: runtime.userPool.clientId, ...input });
  return (await fetch(runtime.userPool.url, { method: 'POST', headers, body })).json();
}

async function signIn(USERNAME: string, PASSWORD: string): Promise<string> {
  const AuthParameters = { USERNAME, PASSWORD };
  const answer = await operate('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  return v.parse(tokens, answer).AuthenticationResult.IdToken;
}

const get = (path: string, token?: string) =>
  fetch(runtime.apiUrl + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

describe('the local runtime', () => {
  test('serves the management API to who signs up with the code that it tells', async () => {
    const Username = 'new.user@example.com';
    const { idToken } = await becomeCustomer({ runtime }, Username);
    const mail = runtime.logs().find(({ line }) => line.startsWith(`Mail to ${Username}\n`));
    expect(mail).toMatchObject({ source: 'user-pool', line: expect.stringMatching(/ is \w{12}\. It is valid/) });
    const answer = await get('/v1/account', idToken);
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ email: Username })]);
  });

  test('keeps everybody else out, in AWS’s words', async () => {
    const answer = await get('/v1/account');
    expect([answer.status, await answer.text()]).toEqual([401, '{"message":"Unauthorized"}']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('tells functions and outputs where its APIs really are', async () => {
    const token = await signIn(runtime.demoUser?.email ?? '', runtime.demoUser?.password ?? '');
    const { endpoints } = v.parse(
      v.object({ endpoints: v.array(v.object({ network: v.string(), url: v.string() })) }),
      await (await get('/v1/endpoints', token)).json(),
    );
    const urls = Object.fromEntries(endpoints.map(({ network, url }) => [network, url.replace(/\/$/, '')]));
    expect(urls).toEqual(runtime.endpoints);
    expect(runtime.template.outputs.ApiUrl).toBe(runtime.apiUrl);
  });

  test('serves the dashboard, whose config.json leads to where users sign in and to the management API', async () => {
    const config = await (await fetch(`${runtime.dashboardUrl}/config.json`)).json();
    const { url: endpoint, id, clientId } = runtime.userPool;
    const { signUp, service, statusPage } = runtime.settings;
    const entrance = { apiUrl: '/', userPool: { endpoint, id, clientId } };
    expect(config).toEqual({ ...entrance, service: { name: service.name }, signUp, statusPage });
    const authorization = `Bearer ${await signIn(runtime.demoUser?.email ?? '', runtime.demoUser?.password ?? '')}`;
    const answer = await fetch(`${runtime.dashboardUrl}/v1/account`, { headers: { authorization } });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ email: runtime.demoUser?.email }),
    ]);
    expect((await fetch(`${runtime.dashboardUrl}/v1/account`)).status).toBe(401);
  });

  test('logs the address of a client behind the dashboard’s distribution, and no address that a client makes up', async () => {
    const authorization = `Bearer ${await signIn(runtime.demoUser?.email ?? '', runtime.demoUser?.password ?? '')}`;
    const headers = { authorization, 'x-forwarded-for': '192.0.2.66', [originHeader]: 'forged' };
    const addressOf = async (url: string) => {
      // Every address that begins with 127 is this machine's, so that viewer and edge differ.
      const [response] = await once(
        request(`${url}/v1/plans`, { headers, localAddress: '127.0.0.2' }).end(),
        'response',
      );
      const id = response.resume().headers['x-request-id'];
      const line = runtime.logs().find((it) => it.line.includes('api_request') && it.line.includes(id))?.line ?? '';
      return JSON.parse(line.slice(line.indexOf('{'))).clientAddress;
    };
    // Directly, the client is API Gateway's peer; through the distribution, the distribution is.
    expect(await addressOf(runtime.apiUrl)).toBe('127.0.0.2');
    expect(await addressOf(runtime.dashboardUrl)).toBe('127.0.0.2');
  });

  test('lets the dashboard’s pages call where the user pool and the RPC API really are, and nowhere else', async () => {
    const page = await fetch(`${runtime.dashboardUrl}/keys`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(await page.text()).toContain('<div id="app">');
    const connect = `connect-src 'self' ${runtime.endpoints.mainnet} ${runtime.userPool.url};`;
    expect(page.headers.get('content-security-policy')).toContain(connect);
  });

  test('has a demo user, whose week of usage the tally has counted to the last call', async () => {
    await runtime.drained();
    const token = await signIn(runtime.demoUser?.email ?? '', runtime.demoUser?.password ?? '');
    const day = 86_400_000;
    const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
    const range = new URLSearchParams({
      from: new Date(hour - 8 * day).toISOString(),
      to: new Date(hour).toISOString(),
    });
    const usage = await (await get(`/v1/usage?${range}&span=hour`, token)).json();
    expect(usage).toMatchObject({ total: { calls: await recordedCalls() } });
  });
});

/** The calls of all records that there are. */
async function recordedCalls(): Promise<number> {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'operator' };
  const client = connectDynamoDb({ endpoint: runtime.dynamodbUrl, region: 'us-east-1', credentials });
  let calls = 0;
  for await (const page of paginateScan({ client }, { TableName: runtime.tables.records })) {
    for (const item of page.Items ?? []) for (const { count } of v.parse(recordSchema, item).calls) calls += count;
  }
  client.destroy();
  return calls;
}
