import createClient from 'openapi-fetch';
import { createContext, useContext } from 'react';
import type { JsonMedia } from '../client/json-media.ts';
import type { components, paths } from '../client/paths.ts';
import { ForeignAnswerError, SignedOutError, toApiError, UnreachableError } from './api-errors.ts';
import { learnServerTime } from './server-clock.ts';
import { pauseReads, type ReadPause } from './too-many-requests.ts';

/** The typed client of the management API. */
export type Api = ReturnType<typeof createApi>;

/** Schemas of the management API. */
export type Account = components['schemas']['Account'];
export type Plan = components['schemas']['Plan'];
export type Endpoint = components['schemas']['Endpoint'];
export type Key = components['schemas']['Key'];
export type UsageFigures = components['schemas']['Figures'];
export type MethodFigures = components['schemas']['MethodFigures'];
export type Usage = components['schemas']['Usage'];
export type UsageByKey = components['schemas']['UsageByKey'];
export type UsageSplit = components['schemas']['UsageSplit'];
export type NetworkStatus = components['schemas']['Network'];
export type RecordedRequest = components['schemas']['Request'];
export type RequestAnalysis = components['schemas']['RequestAnalysis'];
type RequestQuery = NonNullable<paths['/v1/requests']['get']['parameters']['query']>;
/** What the history can be filtered by: an outcome that this client knows, or `error` for any except `ok`. */
export type OutcomeFilter = NonNullable<RequestQuery['outcome']>;
/** A JSON-RPC error code, or `other` for codes that the chain does not define. */
export type ErrorCodeFilter = NonNullable<RequestQuery['errorCode']>;

/** Operations for visitors without an account, or without the means to sign in. */
const publicPaths: readonly string[] = ['/v1/sign-up', '/v1/recover'];

/**
 * A client that sends the session's token with each request.
 * @param apiUrl the API's URL, absolute or relative to the page
 * @param idToken returns a valid token; undefined when signed out
 * @param clock for how long reads wait after a 429, in milliseconds
 */
export function createApi(apiUrl: string, idToken: () => Promise<string | undefined>, clock: () => number = Date.now) {
  const reads = pauseReads(clock);
  const client = createClient<paths, JsonMedia>({
    baseUrl: new URL(apiUrl, location.origin).href.replace(/\/$/, ''),
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: (request) => send(request, reads),
  });
  client.use({
    onRequest: async ({ request, schemaPath }) => {
      if (publicPaths.includes(schemaPath)) return request;
      const token = await idToken();
      if (token === undefined) throw new SignedOutError();
      request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
    onError: ({ error }) =>
      error instanceof SignedOutError || isAbort(error) ? undefined : new UnreachableError({ cause: error }),
  });
  return client;
}

/** Sends a request, and learns from its answer the service's time and how long to wait. */
async function send(request: Request, reads: ReadPause): Promise<Response> {
  const refusal = reads.answer(request);
  if (refusal) return refusal;
  const sentAt = Date.now();
  const response = await fetch(request);
  learnServerTime(response.headers, sentAt, Date.now());
  await reads.learn(request, response);
  return response;
}

const isAbort = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

type ApiResult<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/**
 * Returns the body of a successful answer.
 * @throws {ApiError} if the API refused the request; {@link UnreachableError} if there was no answer;
 *   {@link ForeignAnswerError} if something else than the API answered; {@link SignedOutError} if the session has ended
 */
export async function readBody<Data>(result: ApiResult<Data>): Promise<Data> {
  const { data, error, response } = await result.catch(throwUnreadable);
  if (response.ok && data !== undefined) return data;
  throw toApiError(response, error);
}

/** An answer of the API is JSON. A hotel's sign-in page, or a proxy, answers with a page. */
function throwUnreadable(error: unknown): never {
  throw error instanceof SyntaxError ? new ForeignAnswerError({ cause: error }) : error;
}

export const ApiContext = createContext<Api | undefined>(undefined);

/** The API client of the page. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi must be called inside an ApiContext.');
  return api;
}
