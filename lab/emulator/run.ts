import './localhost-names.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cdk, deploy, repository, synthesize } from './cdk.ts';
import { makeDeployable, type Removed } from './deployable-assembly.ts';
import { firstDeployment } from './first-deployment.ts';
import { startEmulator, version } from './ministack.ts';
import { nodeRunners } from './node-runners.ts';
import { print, reportLacks } from './report.ts';
import { upgrade } from './upgrade.ts';

// npm run lab -- emulator: deploys to ministack, an emulator of AWS that this project did not write.

const parts = {
  upgrade,
  'first-deployment': firstDeployment,
  'node-runners': nodeRunners,
  'many-networks': manyNetworks,
};
const [, , only] = process.argv;
const chosen = Object.entries(parts).flatMap(([name, part]) => (only === undefined || only === name ? part : []));
if (chosen.length === 0) throw new RangeError(`There is no part ${only}. Parts: ${Object.keys(parts).join(', ')}.`);

const work = mkdtempSync(join(tmpdir(), 'sluice-emulator-'));
const emulator = await startEmulator(work);
// Of the programs that the parts start.
const NODE_OPTIONS = `--import=${new URL('localhost-names.ts', import.meta.url).href}`;
Object.assign(process.env, emulator.variables, { NODE_OPTIONS });
try {
  print(`ministack ${version} at ${emulator.endpoint}`);
  await cdk(['bootstrap', 'aws://000000000000/us-east-1']);
  const removed: Removed[] = [];
  for (const part of chosen) removed.push(...(await part(emulator.endpoint, work)));
  reportLacks(removed, { complete: only === undefined });
  rmSync(work, { recursive: true, force: true });
} catch (error) {
  print(`The emulator's log: ${emulator.logFile}`);
  throw error;
} finally {
  await emulator.stop();
}

async function manyNetworks(): Promise<Removed[]> {
  print('\nprod with every option, 60 networks with 3 nodes each');
  const assembly = join(work, 'many');
  const config = fileURLToPath(new URL('many-networks.config.ts', import.meta.url));
  const context = { stage: 'prod', account: '000000000000', region: 'us-east-1', config };
  await synthesize(
    repository,
    assembly,
    Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  );
  const removed = makeDeployable(assembly);
  await deploy(assembly, 'Sluice-prod');
  print('  ok   it is deployed');
  return [removed];
}
