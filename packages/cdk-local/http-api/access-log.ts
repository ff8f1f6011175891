import * as v from 'valibot';
import { UnsupportedResourceError } from '../resource-properties.ts';
import type { ApiAnswer } from './api-answer.ts';
import type { HttpRequest } from './api-request.ts';
import type { ApiRoute, HttpApi } from './http-api.ts';
import { type AuthorizerContext, formatTime } from './lambda-event.ts';

/** The facts about an answered request. Times are in milliseconds. */
export type LoggedExchange = {
  readonly api: HttpApi;
  readonly request: HttpRequest;
  readonly answer: ApiAnswer;
  readonly latency: number;
  readonly route?: ApiRoute;
  readonly authorizer?: {
    readonly context: AuthorizerContext;
    readonly error?: string | undefined;
    readonly latency: number;
  };
  readonly integration?: { readonly status?: number; readonly error?: string | undefined; readonly latency: number };
};

type Value = string | number | undefined;

/** Formats the log line of a request. */
export type FormatLogLine = (exchange: LoggedExchange) => string;

const errorMessage = ({ answer }: LoggedExchange): Value =>
  answer.by === 'gateway' && answer.status >= 400 ? String(JSON.parse(answer.body.toString()).message) : undefined;

// API Gateway Developer Guide, "Customize HTTP API access logs".
const variables: Readonly<Record<string, (exchange: LoggedExchange) => Value>> = {
  'authorizer.error': ({ authorizer }) => authorizer?.error,
  'error.message': errorMessage,
  'identity.sourceIp': ({ request }) => request.sourceIp,
  integrationErrorMessage: ({ integration }) => integration?.error,
  integrationLatency: ({ integration }) => integration?.latency,
  path: ({ request }) => request.path,
  requestId: ({ request }) => request.id,
  requestTime: ({ request }) => formatTime(request.receivedAt),
  responseLatency: ({ latency }) => latency,
  responseLength: ({ answer }) => answer.body.length,
  routeKey: ({ route }) => route?.key,
  status: ({ answer }) => answer.status,
};

const reference = /\$context\.([A-Za-z0-9]+(?:\.[A-Za-z0-9_]+)*)/g;

/**
 * Compiles the format of a stage's access log. A variable without a value becomes `-`. Values in a JSON format are
 * escaped, so that a line is valid JSON whatever a client sends.
 * @throws {UnsupportedResourceError} for an unknown variable
 */
export function createLogLineFormatter(format: string): FormatLogLine {
  const unknown = [...format.matchAll(reference)].find(([, name = '']) => !isKnown(name));
  if (unknown) {
    const stage = { type: 'AWS::ApiGatewayV2::Stage', logicalId: '$default' };
    throw new UnsupportedResourceError(stage, `AccessLogSettings.Format: ${unknown[0]} is not emulated`);
  }
  const isJson = format.startsWith('{');
  return (exchange) =>
    format.replace(reference, (_, name: string) => {
      const text = String(lookUp(name, exchange) ?? '-');
      return isJson ? JSON.stringify(text).slice(1, -1) : text;
    });
}

const fields = v.record(v.string(), v.unknown());

const isKnown = (name: string): boolean =>
  Object.hasOwn(variables, name) || /^authorizer\.(claims\.)?[^.]+$/.test(name);

function lookUp(name: string, exchange: LoggedExchange): Value {
  if (Object.hasOwn(variables, name)) return variables[name]?.(exchange);
  const [, ...path] = name.split('.');
  const value = path.reduce<unknown>(
    (within, part) => (v.is(fields, within) ? within[part] : undefined),
    exchange.authorizer?.context,
  );
  return value === undefined || value === null ? undefined : String(value);
}
