// Usage: node test/examples/synthesize-example.ts EXAMPLE FOLDER
// Synthesizes an example with the packed package, without the network, and copies the template to the folder.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packedPackage } from '../package/packed.ts';
import { createExampleFolder, runCommands, withoutNetwork } from './example-folder.ts';

const [example = '', destination = ''] = process.argv.slice(2);
const folder = createExampleFolder(packedPackage());
try {
  const app = join(folder, 'sluice/examples', example);
  await runCommands(app, 'npm run typecheck && npm run synth', withoutNetwork(folder));
  mkdirSync(resolve(destination), { recursive: true });
  for (const file of readdirSync(join(app, 'cdk.out')).filter((name) => name.endsWith('.template.json'))) {
    cpSync(join(app, 'cdk.out', file), resolve(destination, file));
  }
} finally {
  rmSync(folder, { recursive: true });
}
