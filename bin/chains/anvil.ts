import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ChainNodeError, type StartNode, startNodeProcess } from './chain-node.ts';

/** The properties of the machine that determine where anvil is. */
export type Machine = { readonly platform: string; readonly arch: string; readonly path: string };

const { resolve } = createRequire(import.meta.url);

/**
 * Finds anvil: in its npm package, which is installed on Linux (x64), or from Foundry on the PATH.
 * @throws {ChainNodeError} if there is neither; the message says what to do
 */
export function findAnvil(network: string, { platform, arch, path }: Machine): string {
  const name = platform === 'win32' ? 'anvil.exe' : 'anvil';
  const ofPackage = packageFile(`@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}/bin/${name}`);
  const onPath = path.split(delimiter).map((folder) => join(folder, name));
  const found = ofPackage ?? onPath.find(existsSync);
  if (found === undefined) throw new ChainNodeError(notFound(network, `${platform}-${arch}`));
  return found;
}

function packageFile(specifier: string): string | undefined {
  try {
    return resolve(specifier);
  } catch {
    return undefined;
  }
}

const notFound = (network: string, machine: string): string =>
  `The chain node for ${network} is anvil, which npm does not install on ${machine}. Install Foundry ` +
  `(https://getfoundry.sh) so that anvil is on the PATH, or use your own node: npm start -- --upstream ${network}=https://…`;

const keeper = fileURLToPath(new URL('../../packages/cdk-local/end-with-parent.ts', import.meta.url));

/**
 * Anvil, Foundry's development node, with an empty chain in memory (chain id 31337) and ten funded accounts.
 * @throws {ChainNodeError} also if this machine has no anvil
 */
export const startAnvil: StartNode = async (network, onLine) => {
  const { platform, arch, env } = process;
  const anvil = findAnvil(network, { platform, arch, path: env.PATH ?? '' });
  const args = [keeper, anvil, '--host', '127.0.0.1', '--port', '0'];
  return startNodeProcess({ args, urlIn }, network, onLine);
};

function urlIn(line: string): string | undefined {
  const address = /^Listening on (127\.0\.0\.1:\d+)$/.exec(line)?.[1];
  return address && `http://${address}`;
}
