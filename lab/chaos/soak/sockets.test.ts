import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { sockets } from './census.ts';

/** Opens a connection and keeps it, idle. */
const opens = (port: number) => `
  const { parentPort } = require('node:worker_threads');
  require('node:net').connect(${port}, '127.0.0.1', () => parentPort.postMessage('open')).unref();
  parentPort.on('message', () => undefined);`;

test('the sockets of a port that listen, are idle or are a thread’s count until they are closed', async () => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const count = () => sockets().filter(({ local, remote }) => local === port || remote === port).length;
  const own = connect(port ?? 0, '127.0.0.1').unref();
  const worker = new Worker(opens(port ?? 0), { eval: true });
  await Promise.all([once(own, 'connect'), once(worker, 'message')]);
  while (accepted.length < 2) await once(server, 'connection');
  const open = count();
  const closed = [once(server, 'close'), once(own, 'close')];
  await worker.terminate();
  for (const socket of [own, ...accepted]) socket.destroy();
  server.close();
  await Promise.all(closed);
  expect([open, count()]).toEqual([5, 0]);
});
