/** Values of the access log's variables for an ordinary call; those of errors are `-`, as API Gateway writes them. */
const values: Readonly<Record<string, string>> = {
  requestId: 'QaZ3hjN5oAMEVkQ=',
  requestTime: '20/Nov/2026:14:25:36 +0000',
  'identity.sourceIp': '203.0.113.195',
  routeKey: 'POST /devnet',
  'authorizer.keyId': 'key_01KAGE0000000000000000000A',
  status: '200',
  responseLength: '900',
  responseLatency: '48',
  integrationLatency: '36',
};

/** Bytes of an ordinary call's line in an access log of that format. */
export const accessLogBytes = (format: string): number =>
  Buffer.byteLength(format.replace(/\$context\.([\w.]+)/g, (_, name: string) => values[name] ?? '-'));

const id = '8f507cfc-2f5a-4697-b07a-ac58fc914c95';

/** The lines that Lambda adds for each invocation (Lambda developer guide, "Sending Lambda function logs"). */
const platformLines: Readonly<Record<string, readonly string[]>> = {
  Text: [
    `START RequestId: ${id} Version: $LATEST\n`,
    `END RequestId: ${id}\n`,
    `REPORT RequestId: ${id}\tDuration: 37.43 ms\tBilled Duration: 38 ms\tMemory Size: 1024 MB\tMax Memory Used: 92 MB\t\n`,
  ],
  JSON: [
    `{"time":"2026-11-20T14:25:36.123Z","type":"platform.start","record":{"requestId":"${id}","version":"$LATEST"}}`,
    `{"time":"2026-11-20T14:25:36.161Z","type":"platform.report","record":{"requestId":"${id}","metrics":{"durationMs":37.43,"billedDurationMs":38,"memorySizeMB":1024,"maxMemoryUsedMB":92},"status":"success"}}`,
  ],
};

/** Bytes of Lambda's own lines for one invocation. The functions log nothing for a successful call. */
export const platformLogBytes = ({ logFormat, logsEveryRun }: { logFormat: string; logsEveryRun: boolean }): number =>
  logsEveryRun ? Buffer.byteLength(platformLines[logFormat]?.join('') ?? '') : 0;
