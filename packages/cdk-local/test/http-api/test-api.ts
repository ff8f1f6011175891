import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { InvocationOutcome } from '../../functions/invocation.ts';
import { type RunningHttpApi, startHttpApi } from '../../http-api/api-server.ts';
import { readHttpApi } from '../../http-api/http-api.ts';
import type { KeysOf } from '../../http-api/jwt-authorizer.ts';
import type { Resource } from '../../template/template.ts';
import { systemTimer, type Timer } from '../../time.ts';
import { arnOf, templateOf } from '../functions/function-code.ts';

const place = { accountId: '000000000000', region: 'us-east-1' };
const executeApi = 'arn:aws:execute-api:us-east-1:000000000000:api123';

export const resource = (type: string, logicalId: string, properties: Record<string, unknown>): Resource => ({
  logicalId,
  type,
  properties,
  metadata: {},
  ref: logicalId === 'Api' ? 'api123' : logicalId,
  attributes: {},
});

type Changes = Readonly<Record<string, Record<string, unknown> | undefined>>;

/** An API with `POST /` and `POST /devnet` behind one authorizer; `changes` are put on top, by logical id. */
export function resourcesOf(changes: Changes = {}): Resource[] {
  const ApiId = 'api123';
  const route = { ApiId, Target: 'integrations/Integration', AuthorizationType: 'CUSTOM', AuthorizerId: 'Auth' };
  const invoke = { Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' };
  const all: [string, string, Record<string, unknown>][] = [
    ['AWS::ApiGatewayV2::Api', 'Api', { Name: 'rpc', ProtocolType: 'HTTP' }],
    ['AWS::ApiGatewayV2::Stage', 'Stage', { ApiId, StageName: '$default', AutoDeploy: true }],
    ['AWS::ApiGatewayV2::Route', 'Root', { ...route, RouteKey: 'POST /' }],
    ['AWS::ApiGatewayV2::Route', 'Devnet', { ...route, RouteKey: 'POST /devnet' }],
    [
      'AWS::ApiGatewayV2::Integration',
      'Integration',
      {
        ApiId,
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: arnOf('Proxy'),
        PayloadFormatVersion: '2.0',
      },
    ],
    [
      'AWS::ApiGatewayV2::Authorizer',
      'Auth',
      {
        ApiId,
        Name: 'Auth',
        AuthorizerType: 'REQUEST',
        AuthorizerPayloadFormatVersion: '2.0',
        AuthorizerUri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${arnOf('Authorizer')}/invocations`,
        EnableSimpleResponses: true,
        IdentitySource: ['$request.header.X-API-KEY'],
        AuthorizerResultTtlInSeconds: 0,
      },
    ],
    [
      'AWS::Lambda::Permission',
      'MayProxy',
      { ...invoke, FunctionName: arnOf('Proxy'), SourceArn: `${executeApi}/*/*` },
    ],
    [
      'AWS::Lambda::Permission',
      'MayAuthorize',
      { ...invoke, FunctionName: arnOf('Authorizer'), SourceArn: `${executeApi}/authorizers/Auth` },
    ],
  ];
  const extra = Object.entries(changes).filter(([id]) => !all.some(([, known]) => known === id));
  const changed = all.map(([type, id, properties]) => resource(type, id, { ...properties, ...changes[id] }));
  return [
    ...changed.filter(({ logicalId }) => !(logicalId in changes) || changes[logicalId] !== undefined),
    ...extra.map(([id, properties]) => resource('AWS::ApiGatewayV2::Route', id, { ...route, ...properties })),
  ];
}

export const read = (resources: Resource[]) =>
  readHttpApi(
    templateOf(resources),
    resources.find(({ logicalId }) => logicalId === 'Api') ?? (resources[0] as Resource),
    place,
  );

type Event = Record<string, unknown> & { headers: Record<string, string>; requestContext: Record<string, unknown> };
type Function = (event: Event) => unknown;

export const allow: Function = () => ({ isAuthorized: true });
const ok: Function = () => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json' },
  body: '{"ok":1}',
});

/** What a function gives or throws, as the outcome of an invocation. */
async function outcomeOf(handler: Function, event: Event): Promise<InvocationOutcome> {
  try {
    return { ok: true, payload: JSON.stringify(await handler(event)) ?? 'null' };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { ok: false, error: { errorType: error.name, errorMessage: error.message, trace: [] } };
  }
}

export type Options = {
  readonly changes?: Changes;
  /** Further resources. */
  readonly more?: readonly Resource[];
  readonly authorizer?: Function;
  readonly proxy?: Function;
  readonly clock?: () => number;
  readonly timer?: Timer;
  /** The keys of the issuers, where the API has JWT authorizers. */
  readonly keysOf?: KeysOf;
};

/** For an API without JWT authorizers. */
const noIssuers: KeysOf = (issuer) => {
  throw new Error(`There is no issuer ${issuer}`);
};

export type Running = RunningHttpApi & {
  /** Events as they came, as JSON. */
  readonly events: { readonly authorizer: string[]; readonly proxy: string[] };
  readonly log: string[];
  readonly faults: unknown[];
  /** Sends bytes on one connection and gives all that comes back until it is closed. */
  readonly raw: (request: string | Buffer) => Promise<string>;
  /** A POST with a key and a JSON body, unless given otherwise. */
  readonly post: (path: string, init?: RequestInit) => Promise<Response>;
};

/** Serves {@link resourcesOf} with functions of this process. */
export async function serve({
  changes,
  more = [],
  authorizer = allow,
  proxy = ok,
  clock,
  timer = systemTimer,
  keysOf = noIssuers,
}: Options = {}): Promise<Running> {
  const events = { authorizer: [] as string[], proxy: [] as string[] };
  const log: string[] = [];
  const faults: unknown[] = [];
  const invoke = (functionArn: string, event: string) => {
    const isProxy = functionArn === arnOf('Proxy');
    events[isProxy ? 'proxy' : 'authorizer'].push(event);
    return outcomeOf(isProxy ? proxy : authorizer, JSON.parse(event) as Event);
  };
  const api = read([...resourcesOf(changes), ...more]);
  const onAccessLog = (line: string) => log.push(line);
  const onFault = (error: unknown) => faults.push(error);
  const running = await startHttpApi({ api, invoke, keysOf, timer, onAccessLog, onFault, ...(clock && { clock }) });
  const raw = async (request: string | Buffer) => {
    const socket = connect({ port: Number(new URL(running.url).port), host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write(request);
    return text(socket);
  };
  const headers = { 'X-API-KEY': 'key', 'Content-Type': 'application/json' };
  const post = (path: string, init: RequestInit = {}) =>
    fetch(running.url + path, { method: 'POST', headers, body: '{}', ...init });
  return { ...running, events, log, faults, raw, post };
}
