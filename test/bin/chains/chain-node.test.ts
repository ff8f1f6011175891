import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { ChainNodeError } from '../../../bin/chains/chain-node.ts';
import { localChains } from '../../../bin/chains/chains.ts';
import type { NodeProbe } from '../../../src/chains/chain.ts';
import { type ChainId, chainIds, chains } from '../../../src/chains/chains.ts';
import { call, send } from '../../support/rpc.ts';

/** Only the node of Solana knows the names of its networks. */
const network = 'devnet';

async function ask<T>(url: string, { method, params, read }: NodeProbe<T>): Promise<T | undefined> {
  const { body } = await send(url, { headers: { 'content-type': 'application/json' }, body: call(method, 1, params) });
  return read(v.parse(v.pipe(v.string(), v.parseJson(), v.object({ result: v.unknown() })), body).result);
}

describe.each(chainIds)('the node of %s', (id) => {
  test('says that it is healthy and how far it is, and is gone when it is stopped', async () => {
    const node = await localChains[id].startNode(network, () => {});
    expect(node.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
    expect(await ask(node.url, chains[id].health)).toBe(true);
    expect(await ask(node.url, chains[id].height)).toBeGreaterThanOrEqual(0);
    await node.stop();
    await expect(send(node.url)).rejects.toThrow(/ECONN(REFUSED|RESET)/);
  });

  test('ends with the process that started it, even when that is killed', async () => {
    const parent = launchParent(id);
    const [line] = await once(createInterface(parent.stdout), 'line');
    const { port } = new URL(String(line));
    const connection = connect(Number(port), '127.0.0.1');
    await once(connection, 'connect');
    // A node that is killed resets its connections.
    connection.on('error', () => {});
    const closed = new Promise((resolve) => connection.once('close', resolve));
    parent.kill('SIGKILL');
    await closed;
    await expect(send(String(line))).rejects.toThrow(/ECONN(REFUSED|RESET)/);
  });
});

test('a node that ends before it listens is an error with what it wrote', async () => {
  const lines: string[] = [];
  const starting = localChains.solana.startNode('No such network', (line) => lines.push(line));
  await expect(starting).rejects.toThrow(ChainNodeError);
  await expect(starting).rejects.toThrow(lines[0]);
});

/** A process that starts the node of a chain, prints its URL, and waits. */
function launchParent(id: ChainId) {
  const module = fileURLToPath(new URL('../../../bin/chains/chains.ts', import.meta.url));
  const program = `
    import { localChains } from ${JSON.stringify(module)};
    const { url } = await localChains[${JSON.stringify(id)}].startNode(${JSON.stringify(network)}, () => {});
    console.log(url);
    setInterval(() => {}, 1_000);`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}
