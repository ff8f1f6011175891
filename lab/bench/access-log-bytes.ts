/** Values of the access log's variables for an ordinary call; those of errors are `-`, as API Gateway writes them. */
const values: Readonly<Record<string, string>> = {
  requestId: 'QaZ3hjN5oAMEVkQ=',
  requestTime: '20/Nov/2026:14:25:36 +0000',
  'identity.sourceIp': '203.0.113.195',
  routeKey: 'POST /{path+}',
  'authorizer.keyId': 'key_01KAGE0000000000000000000A',
  status: '200',
  responseLength: '900',
  responseLatency: '48',
  integrationLatency: '36',
};

/** Bytes of an ordinary call's line in an access log of that format. */
export const accessLogBytes = (format: string): number =>
  Buffer.byteLength(format.replace(/\$context\.([\w.]+)/g, (_, name: string) => values[name] ?? '-'));
