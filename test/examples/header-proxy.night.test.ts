import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mintSecret } from '../../src/keys/secret.ts';
import { isAvailable } from '../tools/missing-tools.ts';
import { type HeaderProxy, recipes, startRecipe } from './header-proxies.ts';

const key = mintSecret();
const call = '{"jsonrpc":"2.0", "id":1,"method":"getHealth"}';

test('the Caddyfile of the docs is that of the example', () => {
  const block = /```\n(http:\/\/127\.0\.0\.1:8899[\s\S]+?)```/.exec(read('docs/api.md'))?.[1];
  expect(read('examples/header-proxy/Caddyfile')).toContain(block ?? 'missing');
});

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

for (const [name, recipe] of Object.entries(recipes)) {
  if (!isAvailable(name)) continue;
  describe(`the recipe for ${name}`, () => {
    let received: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders; readonly body: string }[] =
      [];
    let gateway: Server;
    let proxy: HeaderProxy;

    beforeAll(async () => {
      gateway = createServer(async (request, response) => {
        const { url, headers } = request;
        received.push({ url, headers, body: await text(request) });
        response.writeHead(429, { 'retry-after': '1', ratelimit: '"day";r=0;t=9' }).end('{"error":1}');
      });
      await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve));
      const address = gateway.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      proxy = await startRecipe(recipe, new URL(`http://127.0.0.1:${port}/devnet`), key);
    });
    afterAll(async () => {
      await proxy?.stop();
      gateway.closeAllConnections();
      gateway.close();
    });
    afterEach(() => {
      received = [];
    });

    async function post(...headers: string[]): Promise<string> {
      const socket = connect(proxy.port, '127.0.0.1');
      const all = ['POST / HTTP/1.1', ...headers, `Content-Length: ${call.length}`, 'Connection: close', '', call];
      socket.write(all.join('\r\n'));
      return text(socket);
    }

    test('adds the key and sends the bytes once; limits pass', async () => {
      for (const host of ['127.0.0.1', 'localhost']) {
        const answer = await post(`Host: ${host}:${proxy.port}`, 'Content-Type: application/json', 'X-API-KEY: other');
        expect(answer).toMatch(/^HTTP\/1\.1 429 /);
        expect(answer).toMatch(/retry-after: 1\r\n/i);
        expect(answer).toMatch(/ratelimit: "day";r=0;t=9\r\n/i);
      }
      expect(received.map(({ url, body }) => [url, body])).toEqual([
        ['/devnet', call],
        ['/devnet', call],
      ]);
      expect(received.map(({ headers }) => headers['x-api-key'])).toEqual([key, key]);
    });

    test('refuses pages and other hosts', async () => {
      const own = `Host: 127.0.0.1:${proxy.port}`;
      const refused = [
        [own, 'Origin: https://evil.example'],
        [own, 'Origin: null'],
        [`Host: evil.example:${proxy.port}`],
      ];
      for (const headers of refused) expect(await post(...headers)).toMatch(/^HTTP\/1\.1 403 /);
      expect(received).toEqual([]);
    });
  });
}
