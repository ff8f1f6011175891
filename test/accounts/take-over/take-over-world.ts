import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { createApiGateway } from '../../../packages/cdk-local/http-api/api-gateway.ts';
import { readHttpApi } from '../../../packages/cdk-local/http-api/http-api.ts';
import { uncheckedSignature } from '../../../packages/cdk-local/iam/unchecked-signature.ts';
import { reserveListener } from '../../../packages/cdk-local/listeners.ts';
import { templateOf as loadTemplate, testLocation } from '../../../packages/cdk-local/test/template/template-file.ts';
import { systemTimer } from '../../../packages/cdk-local/time.ts';
import type { Mail } from '../../../packages/cdk-local/user-pool/mail.ts';
import { startUserPools } from '../../../packages/cdk-local/user-pool/user-pools.ts';
import type { Item } from '../../../src/table/item-table.ts';
import { UserDirectory } from '../../../src/users/user-directory.ts';
import { templateOf } from '../../lib/synthesis.ts';
import { startApi } from '../../management-api/api.ts';
import { handlersOf } from './handlers.ts';
import { type InvokeOperator, operatorFunctionsOf } from './operator-functions.ts';

/** An answer of the user pool or the management API. */
export type Reply = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

type ApiCall = { readonly token?: string | undefined; readonly json?: object | undefined };

/**
 * The stack's user pool, the routes of its management API, and the handlers behind them, in this process and with a clock
 * that the history sets.
 */
export type TakeOverWorld = {
  readonly poolId: string;
  readonly now: () => number;
  readonly pass: (milliseconds: number) => void;
  /** Calls a public operation of the pool: what everybody may who knows the client's id. */
  readonly cognito: (operation: string, input: object) => Promise<Reply>;
  readonly api: (method: string, path: string, call?: ApiCall) => Promise<Reply>;
  /** The mails to an address, oldest first. */
  readonly mailsTo: (email: string) => readonly Mail[];
  /** Calls an operation of the pool with the operator's credentials. */
  readonly operator: (operation: string, input: object) => Promise<Reply>;
  readonly invokeOperator: InvokeOperator;
  /** Every item of an account. */
  readonly itemsOf: (accountId: string) => Promise<readonly Item[]>;
  readonly stop: () => Promise<void>;
};

const body = v.record(v.string(), v.unknown());
const bodyOf = (text: string) => v.parse(body, JSON.parse(text || '{}'));

export async function startTakeOverWorld(): Promise<TakeOverWorld> {
  const template = loadTemplate(templateOf('dev').toJSON());
  const folder = mkdtempSync(join(tmpdir(), 'sluice-take-over-'));
  const listener = await reserveListener(0);
  const client = new CognitoIdentityProviderClient({
    endpoint: listener.url,
    region: testLocation.region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    signer: uncheckedSignature({ accessKeyId: 'test', region: testLocation.region, service: 'cognito-idp' }),
  });
  const [poolId = '', clientId = '', serverClientId = ''] = [
    ...template.ofType('AWS::Cognito::UserPool'),
    ...template.ofType('AWS::Cognito::UserPoolClient'),
  ].map(({ ref }) => ref);
  const { time, deps } = await startApi({ users: new UserDirectory(client, poolId), serverClientId });
  const clock = () => time.now;
  const pass = (milliseconds: number): void => {
    time.now += milliseconds;
  };
  const mails: Mail[] = [];
  let requests = 0;
  const handlers = handlersOf({
    ...deps,
    pause: async (milliseconds) => pass(milliseconds),
    // Attackers have many networks, so the limits of one must not be what stops them.
    clientAddress: async () => {
      requests += 1;
      return `2001:db8:${(requests >> 16).toString(16)}:${(requests & 0xffff).toString(16)}::1`;
    },
  });
  const invoke = async (functionArn: string, event: string) => {
    const handler = Object.entries(handlers).find(([name]) => functionArn.includes(`:function:${name}`))?.[1];
    if (!handler) throw new Error(`There is no handler for ${functionArn}`);
    return { ok: true, payload: JSON.stringify((await handler(JSON.parse(event))) ?? null) } as const;
  };
  const onFault = (line: string) => {
    throw new Error(line);
  };
  const pools = await startUserPools({
    template,
    region: testLocation.region,
    listener,
    folder,
    functions: Promise.resolve({ invoke }),
    onMail: (mail) => mails.push(mail),
    onLine: onFault,
    clock,
  });
  const api = template.ofType('AWS::ApiGatewayV2::Api').find(({ logicalId }) => logicalId.includes('Management'));
  if (!api) throw new Error('The template has no management API.');
  const gateway = createApiGateway({
    api: readHttpApi(template, api, testLocation),
    invoke,
    keysOf: pools.keysOf,
    clock,
    timer: systemTimer,
    onAccessLog: () => {},
  });
  const call = async (operation: string, input: object): Promise<Reply> => {
    const answer = await pools.call(operation, input);
    return { status: answer.status, body: bodyOf(answer.body) };
  };
  return {
    poolId,
    now: clock,
    pass,
    cognito: (operation, input) => {
      if (/^(Admin|List)/.test(operation)) throw new Error(`${operation} needs credentials.`);
      return call(operation, { ClientId: clientId, ...input });
    },
    operator: (operation, input) => call(operation, { UserPoolId: poolId, ...input }),
    api: async (method, path, { token, json } = {}) => {
      const text = json ? JSON.stringify(json) : '';
      const headers = {
        host: 'api.example',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
      };
      const answer = await gateway({
        id: randomUUID(),
        receivedAt: time.now,
        method,
        path,
        rawQueryString: '',
        query: {},
        headers,
        cookies: [],
        protocol: 'HTTP/1.1',
        sourceIp: '203.0.113.7',
        body: Buffer.from(text),
        headBytes: 100,
      });
      if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
      return { status: answer.status, body: bodyOf(answer.body.toString()) };
    },
    mailsTo: (email) => mails.filter((mail) => mail.email === email),
    invokeOperator: operatorFunctionsOf(deps),
    itemsOf: (accountId) => Array.fromAsync(deps.directory.query(`ACCOUNT#${accountId}`)),
    stop: async () => {
      client.destroy();
      await pools.stop();
      await listener.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
