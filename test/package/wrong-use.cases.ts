import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';
import type { InstalledApp } from './installed-app.ts';

export function wrongUseCases(app: () => InstalledApp): void {
  const runModule = (code: string, below?: string) =>
    app().run([process.execPath, '--input-type=module', '--eval', code], { ...(below && { below }) });

  // Both in one process, because to load the CDK takes a second.
  test('without settings, and with wrong ones: the errors say what is missing, and every problem with its path', async () => {
    const { status, stderr } = await runModule(`
      import { App, Stack } from 'aws-cdk-lib';
      import { Sluice, SluiceStack } from 'sluice-cdk';
      try {
        new SluiceStack(new App(), {});
      } catch (error) {
        console.error(error);
      }
      const settings = { service: { name: 'Example' }, plans: [], networks: [], budgets: {} };
      new Sluice(new Stack(new App(), 'Own'), 'Rpc', { settings });`);
    expect(status).toBe(1);
    for (const problem of [
      'ConfigurationError: The settings in Sluice-prod are wrong:',
      'the settings must be an object, not undefined',
      'The settings in Own/Rpc are wrong:',
      'service.problemTypes: is missing',
      'plans: needs at least one plan',
      'budgets: is not a setting',
    ])
      expect(stderr).toContain(problem);
  });

  test('without the CDK: the error names the missing package', async () => {
    // Copied to another folder: below the app's, Node would find the app's CDK.
    const alone = mkdtempSync(join(tmpdir(), 'sluice-without-cdk-'));
    for (const name of ['sluice-cdk', 'valibot', 'constructs'])
      cpSync(join(app().folder, 'node_modules', name), join(alone, 'node_modules', name), { recursive: true });
    const { status, stderr } = await runModule("import 'sluice-cdk';", relative(app().folder, alone));
    rmSync(alone, { recursive: true });
    expect(status).toBe(1);
    expect(stderr).toContain("Cannot find package 'aws-cdk-lib' imported from");
  });

  test('a Node that is too old: npm says which the package needs', () => {
    // npm asks the process for its version.
    app().write('old-node.cjs', "Object.defineProperty(process, 'version', { value: 'v20.18.3' });");
    const env = { ...process.env, NODE_OPTIONS: `--require=${join(app().folder, 'old-node.cjs')}` };
    const args = ['install', '--engine-strict', '--offline', '--dry-run', '--loglevel', 'error'];
    const { version } = JSON.parse(readFileSync('packages/construct/package.json', 'utf8'));
    const { status, stderr } = spawnSync('npm', args, { cwd: app().folder, env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(`sluice-cdk@${version}`);
    expect(stderr).toContain('Required: {"node":">=20.19"}');
  });
}
