import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { solana } from '../../bin/chains/solana.ts';
import { createExampleFolder, runCommands } from '../../test/examples/example-folder.ts';
import { packedPackage } from '../../test/package/packed.ts';
import { call, post } from '../../test/support/rpc.ts';
import { deploy } from './cdk.ts';
import { customerActions, signUp } from './customer.ts';
import { makeDeployable, type Removed } from './deployable-assembly.ts';
import { expect, print } from './report.ts';

/** The example of a node behind an internal load balancer. A local node represents the load balancer. */
export async function nodeRunners(emulator: string): Promise<Removed[]> {
  print('\nexamples/node-runners');
  const node = await solana.startNode('mainnet', () => {});
  const folder = createExampleFolder(packedPackage());
  try {
    const app = join(folder, 'sluice/examples/node-runners');
    // A name, so that the rules are those for a load balancer.
    await runCommands(app, `npm run synth -- -c node=${node.url.replace('127.0.0.1', 'localhost')}`);
    const removed = makeDeployable(join(app, 'cdk.out'));
    const {
      RpcApiUrl = '',
      RpcUserPoolClientId = '',
      RpcMainnetEndpoint = '',
    } = await deploy(join(app, 'cdk.out'), 'NodeRunners');
    const outputs = { ApiUrl: RpcApiUrl, UserPoolClientId: RpcUserPoolClientId };
    const { secret } = await customerActions(await signUp(emulator, outputs)).createKey('first');
    const answer = async () => (await post(RpcMainnetEndpoint, secret, call('getGenesisHash'))).status;
    expect('a call', await answer(), 200);
    await node.stop();
    expect('a call without the node', await answer(), 502);
    return [removed];
  } finally {
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
