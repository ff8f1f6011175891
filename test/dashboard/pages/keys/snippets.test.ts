import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { exportLine, snippets } from '../../../../dashboard/pages/keys/snippets.ts';

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

/** Answers as a node does, and remembers what it was asked. */
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
  // What a shell and a string literal could stumble over.
  url = `http://127.0.0.1:${port}/devnet/it's?a=$HOME&b=\`id\``;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
});

const textOf = (id: string) => snippets.find((snippet) => snippet.id === id)?.text(url) ?? '';

/** Runs a program as somebody would who has put the secret into the environment. */
const output = async (program: string, args: readonly string[]) => {
  const env = { ...process.env, SLUICE_API_KEY: secret, NODE_OPTIONS: '', no_proxy: '*' };
  return (await run(program, args, { env })).stdout;
};

const expectFirstCall = () => {
  expect(seen).toHaveLength(1);
  const [call] = seen;
  expect(call).toMatchObject({ method: 'POST', path: new URL(url).pathname + new URL(url).search });
  expect(call?.headers).toMatchObject({ 'x-api-key': secret });
  expect(call?.headers['content-type']).toMatch(/^application\/json(;|$)/);
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ jsonrpc: '2.0', method: 'getHealth' });
};

describe('the snippets of a new key', () => {
  test('the first line puts the secret into the environment, where each of the others finds it', async () => {
    const script = `unset SLUICE_API_KEY\n${exportLine(secret)}\n${textOf('curl')} --silent`;
    expect(await output('bash', ['-euc', script])).toContain('all is well');
    expectFirstCall();
  });

  test('curl makes the first call', async () => {
    expect(await output('bash', ['-euc', `${textOf('curl')} --silent`])).toContain('all is well');
    expectFirstCall();
  });

  test('@solana/kit makes the first call, from TypeScript as it stands', async () => {
    expect(await output(process.execPath, ['--input-type=module-typescript', '--eval', textOf('kit')])).toContain(
      'all is well',
    );
    expectFirstCall();
  });

  test('Python makes the first call with nothing installed', async () => {
    expect(await output('python3', ['-I', '-c', textOf('python')])).toContain('all is well');
    expectFirstCall();
  });

  test('Rust calls the endpoint with the header (it is not compiled here)', () => {
    expect(textOf('rust')).toContain(`.post(${JSON.stringify(new URL(url).href)})`);
    expect(textOf('rust')).toContain('.header("X-API-KEY", std::env::var("SLUICE_API_KEY")?)');
  });

  test('none holds the secret, and each reads it from the environment', () => {
    for (const { text } of snippets) {
      expect(text(url)).toContain('SLUICE_API_KEY');
      expect(text(url)).not.toContain('slc_');
    }
  });
});
