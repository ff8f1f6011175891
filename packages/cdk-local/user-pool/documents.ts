import type { Answer } from './answer.ts';
import type { UserPoolDefinitions } from './properties.ts';
import type { SigningKey } from './signing-key.ts';
import { issuerDomain } from './tokens.ts';

export type DocumentsOptions = {
  readonly definitions: UserPoolDefinitions;
  readonly signingKey: SigningKey;
  readonly region: string;
  /** Where they are served, without a slash at the end. */
  readonly url: string;
};

/** What a pool publishes under `/POOL/.well-known/`: its key set, and what OpenID Connect asks for. */
export const createDocuments =
  ({ definitions, signingKey, region, url }: DocumentsOptions) =>
  (path: string): Answer => {
    const [, poolId, name] = /^\/([^/]+)\/\.well-known\/([\w.-]+)$/.exec(path) ?? [];
    const pool = definitions.pools.find(({ id }) => id === poolId);
    if (pool && name === 'jwks.json') return found(signingKey.published);
    if (pool && name === 'openid-configuration') {
      const jwks_uri = `${url}/${pool.id}/.well-known/jwks.json`;
      const algorithms = { id_token_signing_alg_values_supported: ['RS256'] };
      return found({ issuer: `${issuerDomain(region)}/${pool.id}`, jwks_uri, ...algorithms });
    }
    return { status: 404, body: '{"message":"Not Found"}' };
  };

const found = (document: object): Answer => ({ status: 200, body: JSON.stringify(document) });
