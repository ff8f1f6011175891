import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { gatewayVariables } from '../../bin/start/gateway-variables.ts';
import type { Runtime } from '../../bin/start/runtime.ts';
import { mintSecret } from '../../src/keys/secret.ts';
import { startTestRuntime } from '../support/test-runtime.ts';
import { startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';
import { codeBlocks } from './pages.ts';

const page = 'docs/management-api.md';

/** The page's commands for curl. A reader takes the addresses from npm start, and the code from a mail. */
function scriptOf(codeUrl: string): string {
  const blocks = codeBlocks(page, 'sh').filter((block) => !block.includes('npm run sluice'));
  const text = blocks.join('\n').replace(/^eval .*$/m, '');
  const script = text
    .replace('CODE=123456', `CODE=$(curl -s ${codeUrl})`)
    .replaceAll(/^(api|by_token)\(\) \{ curl -s/gm, '$1() { curl -s --fail-with-body');
  return `set -euo pipefail\n${script}`;
}

/** Serves the code that the pool has sent to the page's user. */
async function serveCode({ confirmationCode }: Runtime) {
  const server = createServer(async (_, outgoing) => void outgoing.end(await confirmationCode('you@example.com')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}` };
}

test('every command of the page works, from the first line to the last, with the variables of --print-env', async () => {
  const node = await startUpstream((response) => void response.end('{"jsonrpc":"2.0","id":1,"result":"ok"}'));
  const local = await startTestRuntime({ mainnet: [node.url], devnet: [node.url] });
  const code = await serveCode(local.runtime);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  // A secret that a reader has found, which no key of this gateway has.
  const LEAKED_SECRET = mintSecret();
  const env = { PATH, NODE_COMPILE_CACHE, LEAKED_SECRET, ...gatewayVariables(local.runtime, '') };
  const ended = await new Promise<{ readonly status: number | string; readonly out: string }>((resolve) => {
    execFile('bash', ['-c', scriptOf(code.url)], { env }, (error, out, err) =>
      resolve({ status: error?.code ?? 0, out: error ? out + err : out }),
    );
  });
  code.server.closeAllConnections();
  code.server.close();
  await local.stop();
  await stopUpstreams();
  expect(ended).toEqual({ status: 0, out: expect.stringContaining('{"jsonrpc":"2.0","id":1,"result":"ok"}') });
  expect(ended.out).toContain('"method":"getHealth"');
});
