import type { DeployedFunction } from './deployment.ts';

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
export const platformLogBytes = ({ logFormat, logsEveryRun }: Omit<DeployedFunction, 'memory'>): number =>
  logsEveryRun ? Buffer.byteLength(platformLines[logFormat]?.join('') ?? '') : 0;
