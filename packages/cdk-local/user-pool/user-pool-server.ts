import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { issuerDomain, type SigningKeys } from './tokens.ts';
import type { UserPoolAnswer } from './user-pool-answer.ts';

/** Calls an operation of the user pools' JSON API, such as `SignUp`. */
export type CallUserPool = (operation: string, input: unknown) => Promise<UserPoolAnswer>;

const operationType = 'application/x-amz-json-1.1';

/** The user pools' API over HTTP: operations by POST, documents such as the key set by GET. */
export function createUserPoolListener(
  call: CallUserPool,
  documentAt: (path: string) => UserPoolAnswer,
): RequestListener {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const operation = /\.(\w+)$/.exec(String(incoming.headers['x-amz-target'] ?? ''))?.[1];
    const input = parse(await buffer(incoming));
    if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204, corsOf(incoming)).end();
    const { status, body } = operation ? await call(operation, input) : documentAt(incoming.url ?? '/');
    outgoing.writeHead(status, { 'content-type': operation ? operationType : 'application/json', ...corsOf(incoming) });
    outgoing.end(body);
  };

  return (incoming, outgoing) => {
    // The client has disconnected.
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

// Browsers call the service directly, from any origin.
const corsOf = ({ headers }: IncomingMessage) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
});

export type DocumentsOptions = {
  readonly signingKeys: SigningKeys;
  readonly region: string;
  /** The base URL of the documents, without a trailing slash. */
  readonly url: string;
};

/** The documents of a pool under `/POOL/.well-known/`: its key set and its OpenID Connect configuration. */
export const createDocuments =
  ({ signingKeys, region, url }: DocumentsOptions) =>
  (path: string): UserPoolAnswer => {
    const [, poolId = '', name] = /^\/([^/]+)\/\.well-known\/([\w.-]+)$/.exec(path) ?? [];
    const signingKey = signingKeys.get(poolId);
    if (signingKey && name === 'jwks.json') return documentAnswer(signingKey.published);
    if (signingKey && name === 'openid-configuration') {
      const jwks_uri = `${url}/${poolId}/.well-known/jwks.json`;
      const algorithms = { id_token_signing_alg_values_supported: ['RS256'] };
      return documentAnswer({ issuer: `${issuerDomain(region)}/${poolId}`, jwks_uri, ...algorithms });
    }
    return { status: 404, body: '{"message":"Not Found"}' };
  };

const documentAnswer = (document: object): UserPoolAnswer => ({ status: 200, body: JSON.stringify(document) });
