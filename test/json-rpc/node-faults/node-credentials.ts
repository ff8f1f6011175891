import fc from 'fast-check';
import type { UpstreamCredentials } from '../../../src/upstream/upstream-credentials.ts';

/** A node's credentials, and the strings that disclose them. */
export type NodeCredentials = {
  /** The place of the token. */
  readonly form: 'bearer' | 'header' | 'basic' | 'query' | 'query of URL' | 'path' | 'password' | 'user name';
  /** Eight letters and digits, which no encoding changes. */
  readonly core: string;
  /** The rest of the token: characters that URLs, forms and headers encode differently. */
  readonly rest: string;
};

const alphabet = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'];
/** Not shrunk: eight equal letters could occur in any answer. */
const core = fc.noShrink(
  fc.array(fc.constantFrom(...alphabet), { minLength: 8, maxLength: 8 }).map((letters) => letters.join('')),
);

export const nodeCredentials: fc.Arbitrary<NodeCredentials> = fc.record({
  form: fc.constantFrom('bearer', 'header', 'basic', 'query', 'query of URL', 'path', 'password', 'user name'),
  core,
  rest: fc.constantFrom('', '+a', '/b7', '==', '.x-y_z~', ' z', '%41', '&c=d'),
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The content of the operator's secret. */
export function credentialsOf({ form, core, rest }: NodeCredentials, url: string): UpstreamCredentials {
  const token = `${core}${rest}`;
  const encoded = encodeURIComponent(token);
  const withUser = (user: string) => ({ url: url.replace('://', `://${user}@`) });
  switch (form) {
    case 'bearer':
      return { headers: { authorization: `Bearer ${token}` } };
    case 'header':
      return { headers: { 'x-token': token } };
    case 'basic':
      return { headers: { authorization: `Basic ${base64(`operator:${token}`)}` } };
    case 'query':
      return { query: { 'api-key': token } };
    case 'query of URL':
      return { url: `${url}/?api-key=${encoded}` };
    case 'path':
      return { url: `${url}/v2/${encoded}/rpc` };
    case 'password':
      return withUser(`operator:${encoded}`);
    case 'user name':
      return withUser(encoded);
  }
}

/** Checks whether a text discloses a node's credentials. */
export const isShownIn = (text: string, { core, rest }: NodeCredentials): boolean =>
  [core, base64(`operator:${core}${rest}`), base64(`${core}${rest}:`)].some((secret) => text.includes(secret));
