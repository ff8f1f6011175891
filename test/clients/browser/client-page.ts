import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';

const ownRequire = createRequire(import.meta.url);

/** A web page with the clients, of an origin of its own, in Chromium. */
export type ClientPage = {
  /** Makes a client's call, and returns its result or the text of its error. */
  call(client: string, url: string, key: string): Promise<string>;
  stop(): Promise<void>;
};

export type LocalServer = { readonly url: string; readonly stop: () => Promise<void> };

/** Starts an HTTP server on a free port of 127.0.0.1. */
export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalServer> {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, stop };
}

async function bundleClients(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('client-calls.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'browser',
    // safe-buffer, which web3.js brings, leaves it to the bundler to find this package; npm puts it beside web3.js.
    alias: { buffer: createRequire(ownRequire.resolve('@solana/web3.js')).resolve('buffer/') },
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

export async function openClientPage(): Promise<ClientPage> {
  const script = await bundleClients();
  const site = await startServer(({ url }, response) => {
    const [type, body] = url === '/clients.js' ? ['text/javascript', script] : ['text/html', pageSource];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction('"clientCalls" in globalThis');
  return {
    call: (client, url, key) => callIn(page, client, url, key),
    stop: async () => {
      await browser.close();
      await site.stop();
    },
  };
}

const pageSource = '<!doctype html><title>Clients</title><script type="module" src="/clients.js"></script>';

async function callIn(page: Page, ...given: readonly string[]): Promise<string> {
  const [client, url, key] = given.map((text) => JSON.stringify(text));
  return String(await page.evaluate(`clientCalls[${client}](${url}, ${key}).catch(String)`));
}
