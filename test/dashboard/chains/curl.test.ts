import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { curlLine } from '../../../dashboard/chains/curl.ts';

const run = promisify(execFile);
const received: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(v.parse(v.instance(Buffer), chunk));
  received.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
  response.end('answered');
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${v.parse(v.object({ port: v.number() }), server.address()).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function sent(path: string, body: string) {
  const line = `${curlLine(`${base}${path}`, body)} --silent --noproxy '*'`;
  const env = { PATH: process.env.PATH ?? '', RPC_API_KEY: 'slc_"the $key' };
  const { stdout } = await run('bash', ['-c', line], { env });
  expect(stdout).toBe('answered');
  return received.at(-1);
}

describe('the curl command, run in bash', () => {
  test('sends headers and body to the URL, with the secret from the environment', async () => {
    const body = '{\n  "jsonrpc": "2.0",\n  "id": 18446744073709551615,\n  "method": "getHealth"\n}';
    expect(await sent('/devnet', body)).toMatchObject({
      url: '/devnet',
      headers: { 'content-type': 'application/json', 'x-api-key': 'slc_"the $key' },
      body,
    });
  });

  test.each([
    "it's 'quoted'",
    "'",
    "''",
    '@/etc/hostname',
    '$HOME `id` $(id) !! \\ \\\' "',
    '-d',
    '%{x} é 😀\n\ttail\n',
  ])('sends %j unchanged', async (body) => {
    expect((await sent('/', body))?.body).toBe(body);
  });

  test('sends any text unchanged', async () => {
    const text = fc.string({
      unit: fc.constantFrom("'", '"', '\\', '$', '`', '!', '@', '\n', ' ', 'a', '{', 'é'),
      minLength: 1,
    });
    const bodies = fc.sample(text, 200);
    // Bash alone: it quotes, and curl sends what it is given, as above.
    const script = [`curl() { printf '%s\\0' "$@" --next; }`, ...bodies.map((body) => curlLine(base, body))];
    const { stdout } = await run('bash', ['-c', script.join('\n')], { env: { RPC_API_KEY: 'secret' } });
    const commands = stdout.split('--next\0').map((command) => command.split('\0'));
    const given = bodies.map((_, index) => commands[index]?.[1 + (commands[index]?.indexOf('--data-raw') ?? 0)]);
    expect(given).toEqual(bodies);
  });
});
