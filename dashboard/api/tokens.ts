import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../client/paths.ts';
import { type Api, readBody, useApi } from './api.ts';
import { useIdempotency } from './idempotency.ts';

export type AccountToken = components['schemas']['Token'];

export type Permission = 'read' | 'keys';

/** `days` from now on; null for a token that does not expire. */
export type NewToken = {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly days: number | null;
  readonly password: string;
};

const tokensKey = ['tokens'];

export const listTokens = async (api: Api, signal: AbortSignal): Promise<AccountToken[]> =>
  (await readBody(api.GET('/v1/tokens', { signal }))).tokens;

/** The account tokens that are not revoked, newest first. */
export function useTokens() {
  const api = useApi();
  return useQuery({ queryKey: tokensKey, queryFn: ({ signal }) => listTokens(api, signal) });
}

/** Changes of account tokens. They can be repeated with the same values until one succeeds. */
export function useTokenChanges() {
  const api = useApi();
  const cache = useQueryClient();
  const once = useIdempotency();
  // Not awaited: a new token must not wait for the list. After a failure, too: the request may have been carried out.
  const changed = () => void cache.invalidateQueries({ queryKey: tokensKey });
  return {
    /** Creates a token. The secret is null if an earlier try created it, whose answer alone had it. */
    create: ({ name, permissions, days, password }: NewToken) =>
      once({ name, permissions, days }, (headers) =>
        readBody(
          api.POST('/v1/tokens', {
            headers,
            body: { name, permissions: [...permissions], expiresInDays: days, password },
          }),
        ),
      ).finally(changed),
    rename: (tokenId: string, name: string) =>
      once({ tokenId, name }, (headers) =>
        readBody(api.PATCH('/v1/tokens/{tokenId}', { headers, params: { path: { tokenId } }, body: { name } })),
      ).finally(changed),
    revoke: (tokenId: string) =>
      once({ tokenId }, (headers) =>
        readBody(api.POST('/v1/tokens/{tokenId}/revoke', { headers, params: { path: { tokenId } } })),
      ).finally(changed),
  };
}
