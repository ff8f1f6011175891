import { execFile } from 'node:child_process';
import { type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { APIGatewayProxyEventV2Schema } from '@aws-lambda-powertools/parser/schemas/api-gatewayv2';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import type { Access } from './ministack.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

export const method = 'getGenesisHash';
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });

/** The secret of a new key, which `npm run seed` creates in a deployed table. */
export async function newSecret({ endpoint, region, credentials }: Access, table: string): Promise<string> {
  const { accessKeyId, secretAccessKey } = credentials;
  const env = {
    ...process.env,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
  };
  const args = ['bin/seed.ts', '--table', table, '--endpoint', endpoint, '--json'];
  const { stdout } = await run(process.execPath, args, { cwd: repository, env });
  return v.parse(v.object({ secret: v.string() }), JSON.parse(stdout)).secret;
}

/** The status that a deployed HTTP API answers with. */
export async function callApi(access: Access, endpoint: string, secret?: string) {
  const { hostname, port } = new URL(access.endpoint);
  const headers = {
    // Nothing resolves the API's name.
    host: new URL(endpoint).host,
    'content-type': 'application/json',
    ...(secret !== undefined && { 'x-api-key': secret }),
  };
  const sent = request({ hostname, port, method: 'POST', path: '/', headers });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.end(body);
  const response = await answer;
  response.resume();
  return response.statusCode;
}

const proxyAnswer = v.object({ statusCode: v.number(), body: v.pipe(v.string(), v.parseJson()) });

/** A function's answer to an event. @throws if the function throws */
async function invoke(access: Access, FunctionName: string, event: object): Promise<unknown> {
  const client = new LambdaClient(access);
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
  );
  const text = Buffer.from(Payload ?? []).toString();
  if (FunctionError !== undefined) throw new Error(`${FunctionName}: ${text}`);
  return JSON.parse(text);
}

/**
 * Invokes the authorizer and then the proxy, as an HTTP API does, with events in the form that AWS documents ("Create AWS
 * Lambda proxy integrations for HTTP APIs", payload format 2.0).
 */
export async function callFunctions(access: Access, names: { authorizer: string; proxy: string }, secret: string) {
  const head = { version: '2.0', routeKey: 'POST /', rawPath: '/', rawQueryString: '' };
  const headers = { 'content-type': 'application/json', 'x-api-key': secret };
  const authorizerEvent = {
    ...head,
    type: 'REQUEST',
    routeArn: 'arn',
    identitySource: [secret],
    headers,
    requestContext,
  };
  const { isAuthorized, context } = v.parse(authorized, await invoke(access, names.authorizer, authorizerEvent));
  if (!isAuthorized) throw new Error('The authorizer refused a new key.');
  const event = {
    ...head,
    headers,
    requestContext: { ...requestContext, authorizer: { lambda: context } },
    body,
    isBase64Encoded: false,
  };
  // By AWS's own library, so that the event is not only what this project takes for AWS's.
  APIGatewayProxyEventV2Schema.parse(event);
  return v.parse(proxyAnswer, await invoke(access, names.proxy, event));
}

const authorized = v.object({ isAuthorized: v.boolean(), context: v.record(v.string(), v.unknown()) });

const requestContext = {
  accountId: '000000000000',
  apiId: 'api',
  domainName: 'api.execute-api.us-east-1.amazonaws.com',
  domainPrefix: 'api',
  http: { method: 'POST', path: '/', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'lab' },
  requestId: 'JKJaXmPLvHcESHA=',
  routeKey: 'POST /',
  stage: '$default',
  time: '26/Nov/2026:12:00:00 +0000',
  timeEpoch: 1_795_694_400_000,
};
