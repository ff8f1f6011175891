import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findAnvil } from '../../../bin/chains/anvil.ts';
import { ChainNodeError } from '../../../bin/chains/chain-node.ts';

describe('anvil', () => {
  test('is that of the npm package where npm installs it, whatever the PATH has', () => {
    const file = findAnvil('eth', { platform: 'linux', arch: 'x64', path: folderWithAnvil() });
    expect(file).toMatch(/@foundry-rs\/anvil-linux-amd64\/bin\/anvil$/);
  });

  test('is that of the PATH elsewhere', () => {
    const folder = folderWithAnvil();
    const machine = { platform: 'darwin', arch: 'arm64', path: ['/nowhere', folder].join(delimiter) };
    expect(findAnvil('eth', machine)).toBe(join(folder, 'anvil'));
  });

  test('that is missing is an error that names the network, the machine and both ways out', () => {
    const find = () => findAnvil('eth-mainnet', { platform: 'darwin', arch: 'arm64', path: '/nowhere' });
    expect(find).toThrow(ChainNodeError);
    expect(find).toThrow(/eth-mainnet is anvil.+darwin-arm64\. Install Foundry.+--upstream eth-mainnet=https/);
  });
});

function folderWithAnvil(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-anvil-'));
  const file = join(folder, 'anvil');
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return folder;
}
