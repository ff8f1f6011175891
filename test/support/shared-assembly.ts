import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { buildFunctions } from '../../bin/build/build-functions.ts';
import { type SynthOptions, synthesize } from '../../bin/start/synth.ts';
import { templateFileOf } from '../../packages/cdk-local/template/cloud-assembly.ts';
import { settingsFile } from '../../src/settings.ts';
import { runAppInHost } from './app-host.ts';

const functionSettings = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    networks: v.array(v.looseObject({ upstreams: v.array(v.looseObject({ url: v.string() })) })),
  }),
);

/**
 * Synthesizes once in a run of the tests for settings that differ only in the addresses of their nodes. Those are in the
 * functions' settings, and nowhere in the template, unless nodes are in a VPC.
 */
export async function sharedAssembly(options: SynthOptions): Promise<string> {
  const { outDir, stage, settings } = options;
  if (settings.vpc) return synthesize(options, runAppInHost);
  // The folder is new in each run, and all workers have the same.
  const shared = join(tmpdir(), `assembly-${createHash('sha256').update(withoutAddresses(options)).digest('hex')}`);
  if (!existsSync(shared)) {
    const own = join(tmpdir(), `${basename(shared)}-${process.pid}`);
    await synthesize({ outDir: own, stage, settings }, runAppInHost);
    linkCode(own);
    try {
      renameSync(own, shared);
    } catch (error) {
      // Another worker may have been faster.
      if (!existsSync(shared)) throw error;
    }
  }
  copyAssembly(shared, outDir);
  setAddresses(outDir, settings.networks);
  return templateFileOf(outDir);
}

/**
 * Node keeps compiled code by the path of its file: with links to the built functions, the threads of all stacks share it.
 * The functions find their settings by LAMBDA_TASK_ROOT.
 */
function linkCode(folder: string): void {
  const built = buildFunctions();
  const codeOf = new Map(
    globSync('*/index.*', { cwd: built }).map((file) => [readFileSync(join(built, file), 'utf8'), file]),
  );
  for (const file of globSync('asset.*/index.*', { cwd: folder })) {
    const code = codeOf.get(readFileSync(join(folder, file), 'utf8'));
    if (code === undefined) continue;
    rmSync(join(folder, file));
    symlinkSync(join(built, code), join(folder, file));
  }
}

/** Nobody changes archives, and the AWS CLI's for the copier of dashboards has 22 MB. */
function copyAssembly(from: string, to: string): void {
  const isArchive = (path: string) => path.endsWith('.zip');
  cpSync(from, to, { recursive: true, filter: (path) => !isArchive(path) });
  // A runtime that starts again in its folder has them already; their names are hashes.
  const missing = readdirSync(from).filter((file) => isArchive(file) && !existsSync(join(to, file)));
  for (const file of missing) symlinkSync(join(from, file), join(to, file));
}

/** The settings with a number for each address. */
function withoutAddresses({ stage, settings }: SynthOptions): string {
  const addresses = [...new Set(settings.networks.flatMap(({ upstreams }) => upstreams.map(({ url }) => url)))];
  const networks = settings.networks.map((network) => ({
    ...network,
    upstreams: network.upstreams.map((node) => ({ ...node, url: addresses.indexOf(node.url) })),
  }));
  return JSON.stringify([stage, { ...settings, networks }]);
}

function setAddresses(folder: string, networks: SynthOptions['settings']['networks']): void {
  for (const path of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    if (basename(path) !== settingsFile) continue;
    const file = join(folder, path);
    const read = v.parse(functionSettings, readFileSync(file, 'utf8'));
    for (const [index, { upstreams }] of read.networks.entries())
      for (const [at, node] of upstreams.entries()) node.url = networks[index]?.upstreams[at]?.url ?? node.url;
    writeFileSync(file, JSON.stringify(read));
  }
}
