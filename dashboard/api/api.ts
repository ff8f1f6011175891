import createClient from 'openapi-fetch';
import { createContext, useContext } from 'react';
import type { components, paths } from '../client/paths.ts';
import { SignedOutError, toApiError, UnreachableError } from './api-errors.ts';

/** The typed client of the management API. */
export type Api = ReturnType<typeof createApi>;

/** What the management API speaks of. */
export type Account = components['schemas']['Account'];
export type Plan = components['schemas']['Plan'];
export type Endpoint = components['schemas']['Endpoint'];
export type Key = components['schemas']['Key'];
export type UsageFigures = components['schemas']['Figures'];
export type MethodFigures = components['schemas']['MethodFigures'];
export type Usage = components['schemas']['Usage'];
export type RequestRecord = components['schemas']['Request'];

/**
 * A client that sends the token of the session with each request.
 * @param apiUrl where the API is, relative to the page or in full
 * @param idToken a token that is valid now; undefined when nobody is signed in
 */
export function createApi(apiUrl: string, idToken: () => Promise<string | undefined>) {
  const client = createClient<paths>({ baseUrl: new URL(apiUrl, location.origin).href.replace(/\/$/, '') });
  client.use({
    onRequest: async ({ request }) => {
      const token = await idToken();
      if (token === undefined) throw new SignedOutError();
      request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
    onError: ({ error }) => (error instanceof Error ? unreachable(error) : undefined),
  });
  return client;
}

const unreachable = (error: Error): Error =>
  error.name === 'AbortError' || error instanceof SignedOutError ? error : new UnreachableError({ cause: error });

type Sent<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/**
 * The body of a good answer.
 * @throws {ApiError} what the API says of a refused request; {@link UnreachableError} where there was no answer;
 *   {@link SignedOutError} where the session has ended
 */
export async function readBody<Data>(sent: Sent<Data>): Promise<Data> {
  const { data, error, response } = await sent;
  if (response.ok && data !== undefined) return data;
  throw toApiError(response, error);
}

export const ApiContext = createContext<Api | undefined>(undefined);

/** The page's client. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi wants an ApiContext around it.');
  return api;
}
