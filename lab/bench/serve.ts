import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

const { CERTIFICATES, KEY } = process.env;

/**
 * Serves on a free port of 127.0.0.1, prints it, and ends with the process that started this one; over TLS 1.3 where
 * the environment names certificates and a key.
 */
export async function serve(listener: RequestListener): Promise<void> {
  const server = serverOf(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`${address?.port}\n`);
  endWithParent();
}

function serverOf(listener: RequestListener) {
  if (!CERTIFICATES || !KEY) return createServer({ keepAliveTimeout: 0 }, listener);
  const secure = { cert: readFileSync(CERTIFICATES), key: readFileSync(KEY), minVersion: 'TLSv1.3' } as const;
  return createSecureServer({ keepAliveTimeout: 0, ...secure }, listener);
}

/** Ends this process when its standard input does, as it does with the process that holds the other end. */
export function endWithParent(): void {
  process.stdin.resume().once('close', () => process.exit());
}
