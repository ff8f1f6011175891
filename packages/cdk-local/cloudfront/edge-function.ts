import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import vm from 'node:vm';
import * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../resource-properties.ts';
import type { Resource } from '../template/template.ts';
import { functionProperties } from './distribution-properties.ts';
import type { EdgeAnswer, ViewerRequest } from './edge-answer.ts';

/** Runs a function on a viewer's request and returns the path to look for, or its own answer. */
export type EdgeFunction = (request: ViewerRequest) => Promise<string | EdgeAnswer>;

/** The function failed, or returned a result that is not emulated. */
export class EdgeFunctionError extends Error {
  readonly code = 'edge_function_failed';
  override readonly name = 'EdgeFunctionError';
}

const changed = v.pipe(v.string(), v.parseJson(), v.looseObject({ uri: v.pipe(v.string(), v.startsWith('/')) }));

// CloudFront Developer Guide, "CloudFront Functions event structure", "Response object"; without cookies.
const answered = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    statusCode: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
    statusDescription: v.optional(v.string()),
    headers: v.optional(v.record(v.string(), v.strictObject({ value: v.string() })), {}),
    body: v.optional(v.string(), ''),
  }),
);

// CloudFront allows a function less than 1 ms of processor time; this limit only stops endless loops.
const limitMilliseconds = 1_000;

/**
 * Compiles an AWS::CloudFront::Function. Each run has a new context with the language only, without Node.js.
 * @throws {UnsupportedResourceError} for code that is not a plain script, such as code that imports CloudFront's
 * modules
 */
export function readEdgeFunction(resource: Resource, distributionId: string): EdgeFunction {
  const { FunctionCode } = readProperties(resource, functionProperties);
  const script = compile(
    resource,
    `${FunctionCode}\n;(async () => JSON.stringify(await handler(JSON.parse(event))))()`,
  );
  return async (request) => {
    const event = eventOf(request, distributionId);
    const result = await run(script, JSON.stringify(event));
    const parsed = v.safeParse(changed, result);
    if (parsed.success && isDeepStrictEqual({ ...parsed.output, uri: request.uri }, event.request)) {
      return parsed.output.uri;
    }
    const own = v.safeParse(answered, result);
    if (own.success) return toAnswer(own.output);
    throw new EdgeFunctionError(
      'The local runtime only supports functions that return the request with another uri, or an answer without cookies; ' +
        `this one returned ${result}`,
    );
  };
}

const toAnswer = ({ statusCode, headers, body }: v.InferOutput<typeof answered>): EdgeAnswer => ({
  status: statusCode,
  headers: new Headers(Object.entries(headers).map(([name, { value }]): [string, string] => [name, value])),
  body: Buffer.from(body),
});

function compile(resource: Resource, code: string): vm.Script {
  try {
    return new vm.Script(code, { filename: resource.logicalId });
  } catch (error) {
    throw new UnsupportedResourceError(resource, `FunctionCode: ${error}`);
  }
}

async function run(script: vm.Script, event: string): Promise<unknown> {
  try {
    return await script.runInNewContext({ event }, { timeout: limitMilliseconds });
  } catch (cause) {
    throw new EdgeFunctionError(`The function failed: ${cause}`, { cause });
  }
}

// CloudFront Developer Guide, "CloudFront Functions event structure".
const eventOf = ({ method, uri, query, headers, ip }: ViewerRequest, distributionId: string) => {
  const { cookie = '', ...others } = headers;
  return {
    version: '1.0',
    context: { distributionId, eventType: 'viewer-request', requestId: randomUUID() },
    viewer: { ip },
    request: {
      method,
      uri,
      querystring: valued([...new URLSearchParams(query)]),
      headers: valued(Object.entries(others)),
      cookies: valued(cookie.split(/; */).flatMap((pair) => (pair.includes('=') ? [split(pair)] : []))),
    },
  };
};

const split = (pair: string): [string, string] => {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
};

const valued = (entries: readonly (readonly [string, string])[]): Record<string, { value: string }> =>
  Object.fromEntries(entries.map(([name, value]) => [name, { value }]));
