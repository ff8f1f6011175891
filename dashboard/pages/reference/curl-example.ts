import { curlCommand, secretHeader } from '../../chains/curl.ts';
import type { Operation } from './open-api.ts';

/** The example of the request body, if the operation has one. */
const bodyExample = ({ requestBody }: Operation): unknown =>
  requestBody && Object.values(requestBody.content)[0]?.example;

/** How a request proves who sends it; undefined if everybody may send it. */
export function authorization({ security }: Pick<Operation, 'security'>): 'token' | 'key' | undefined {
  if (security === undefined) return 'token';
  if (security.some((it) => 'key' in it)) return 'key';
  return security.length === 0 ? undefined : 'token';
}

const header = { token: '"Authorization: Bearer $TOKEN"', key: secretHeader } as const;

/** A request with curl. Parameters of the path are variables of the shell: `{keyId}` is `$KEY_ID`. */
export function curlExample(operation: Operation, origin: string): string {
  const { method, path } = operation;
  const body = bodyExample(operation);
  const proof = authorization(operation);
  const address = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `$${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`,
  );
  return curlCommand({
    method: method === 'GET' ? undefined : method,
    url: `"${origin}${address}"`,
    headers: proof ? [header[proof]] : [],
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}
