import type { Operation } from './open-api.ts';

/** A value in single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The example of the request body, if the operation has one. */
const bodyExample = ({ requestBody }: Operation): unknown =>
  requestBody && Object.values(requestBody.content)[0]?.example;

/** How a request proves who sends it; undefined if everybody may send it. */
export function authorization({ security }: Pick<Operation, 'security'>): 'token' | 'key' | undefined {
  if (security === undefined) return 'token';
  if (security.some((it) => 'key' in it)) return 'key';
  return security.length === 0 ? undefined : 'token';
}

const header = { token: '"Authorization: Bearer $TOKEN"', key: '"X-API-KEY: $RPC_API_KEY"' } as const;

/** A request with curl. Parameters of the path are variables of the shell: `{keyId}` is `$KEY_ID`. */
export function curlExample(operation: Operation, origin: string): string {
  const { method, path } = operation;
  const body = bodyExample(operation);
  const proof = authorization(operation);
  const address = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `$${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`,
  );
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${origin}${address}"`,
    ...(proof ? [`-H ${header[proof]}`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}
