import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Listens and then sleeps forever: the kernel accepts connections until the queue is full, and drops all others. */
const listener = `
const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

const running: { readonly worker: Worker; readonly fillers: Socket[] }[] = [];

/** Starts a host that ignores connections, like one behind a firewall that drops packets. Returns its URL. */
export async function startFullBacklog(): Promise<string> {
  const worker = new Worker(listener, { eval: true });
  const fillers: Socket[] = [];
  running.push({ worker, fillers });
  const [port] = await once(worker, 'message');
  // With a backlog of 1 the queue holds two connections; no other is accepted.
  const [first, second, ...more] = [1, 2, 3, 4].map(() => connect(Number(port), '127.0.0.1').on('error', () => {}));
  if (!first || !second) throw new Error('there are no connections to fill the queue');
  fillers.push(first, second, ...more);
  await Promise.all([once(first, 'connect'), once(second, 'connect')]);
  return `http://127.0.0.1:${port}`;
}

/** Stops every host that a test has started. */
export async function stopFullBacklogs(): Promise<void> {
  for (const { worker, fillers } of running.splice(0)) {
    for (const filler of fillers) filler.destroy();
    await worker.terminate();
  }
}
