import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { ChainNodeError } from './chain-node.ts';

/** What of the process decides where anvil is. */
export type Machine = { readonly platform: string; readonly arch: string; readonly path: string };

const { resolve } = createRequire(import.meta.url);

/**
 * The file of anvil: of its npm package, which is installed on Linux (x64), or else of Foundry on the PATH.
 * @throws {ChainNodeError} where there is neither, with what to do
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
  `(https://getfoundry.sh) so that anvil is on the PATH, or name a node: npm start -- --upstream ${network}=https://…`;
