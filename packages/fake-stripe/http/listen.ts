import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export type Listener = { readonly url: string; readonly stop: () => Promise<void> };

/** Listens on a port of 127.0.0.1; 0 takes a free one. Rejects with the code EADDRINUSE if the port is in use. */
export async function listen(port: number, handler: RequestListener): Promise<Listener> {
  const server = createServer(handler);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${address.port}`, stop };
}
