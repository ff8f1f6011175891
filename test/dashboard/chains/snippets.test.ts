import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { chainNamed } from '../../../dashboard/chains/chains.ts';
import { exportLine } from '../../../dashboard/chains/curl.ts';
import { snippetsOf } from '../../../dashboard/chains/snippets.ts';

const secret = 'slc_0123456789abcdefghijklmnopqrstuvABCDEF';
const run = promisify(execFile);

type Seen = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

let server: Server;
let url: string;
let seen: Seen[] = [];

/** Answers like a node and records the requests. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: 'all is well' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Characters that are special in a shell or a string literal.
  url = `http://127.0.0.1:${port}/devnet/it's?a=$HOME&b=\`id\``;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
});

const textOf = (id: string, chain = 'solana') =>
  snippetsOf(chain)
    .find((snippet) => snippet.id === id)
    ?.text(url) ?? '';

/** Runs a program with the secret in its environment. */
const output = async (program: string, args: readonly string[]) => {
  const env = { ...process.env, RPC_API_KEY: secret, NODE_OPTIONS: '', no_proxy: '*' };
  return (await run(program, args, { env })).stdout;
};

const expectFirstCall = (chain = 'solana') => {
  expect(seen).toHaveLength(1);
  const [call] = seen;
  expect(call).toMatchObject({ method: 'POST', path: new URL(url).pathname + new URL(url).search });
  expect(call?.headers).toMatchObject({ 'x-api-key': secret });
  expect(call?.headers['content-type']).toMatch(/^application\/json(;|$)/);
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ jsonrpc: '2.0', method: chainNamed(chain)?.health });
};

describe('the snippets for a new secret', () => {
  test('the export command sets the environment variable that the others read', async () => {
    const script = `unset RPC_API_KEY\n${exportLine(secret)}\n${textOf('curl')} --silent`;
    expect(await output('bash', ['-euc', script])).toContain('all is well');
    expectFirstCall();
  });

  test.each(['solana', 'ethereum'])('curl makes the first call to %s', async (chain) => {
    expect(await output('bash', ['-euc', `${textOf('curl', chain)} --silent`])).toContain('all is well');
    expectFirstCall(chain);
  });

  test.each([
    ['kit', 'solana'],
    ['viem', 'ethereum'],
  ])('%s makes the first call to %s as unchanged TypeScript', async (id, chain) => {
    const args = ['--input-type=module-typescript', '--eval', textOf(id, chain)];
    expect(await output(process.execPath, args)).toContain('all is well');
    expectFirstCall(chain);
  });

  test.each(['solana', 'ethereum'])('Python makes the first call to %s with nothing installed', async (chain) => {
    expect(await output('python3', ['-I', '-c', textOf('python', chain)])).toContain('all is well');
    expectFirstCall(chain);
  });

  test('Rust calls the endpoint with the header (it is not compiled here)', () => {
    expect(textOf('rust')).toContain(`.post(${JSON.stringify(new URL(url).href)})`);
    expect(textOf('rust')).toContain('.header("X-API-KEY", std::env::var("RPC_API_KEY")?)');
  });

  test('for an unknown chain have no method of another chain', () => {
    expect(snippetsOf('another').map(({ id }) => id)).toEqual(['curl', 'python', 'rust']);
    for (const { text } of snippetsOf('another')) expect(text(url)).toContain('"METHOD"');
  });

  test('read the secret from the environment and do not contain it', () => {
    for (const { text } of [...snippetsOf('solana'), ...snippetsOf('ethereum')]) {
      expect(text(url)).toContain('RPC_API_KEY');
      expect(text(url)).not.toContain('slc_');
    }
  });
});
