import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** Serves on a free port of 127.0.0.1, prints it, and ends with the process that started this one. */
export async function serve(listener: RequestListener): Promise<void> {
  const server = createServer({ keepAliveTimeout: 0 }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`${address?.port}\n`);
  endWithParent();
}

/** Ends this process when its standard input does, as it does with the process that holds the other end. */
export function endWithParent(): void {
  process.stdin.resume().once('close', () => process.exit());
}
