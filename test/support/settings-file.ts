import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Network } from '../../src/network.ts';

/** An operator's settings file outside the repository; `remove` deletes it with its folder. */
export type SettingsFile = { readonly folder: string; readonly path: string; readonly remove: () => void };

const fixedSettings = fileURLToPath(new URL('fixed.config.ts', import.meta.url));

/** Copies the tests' settings, and adds networks to the copy as an operator does: with their rows, nothing else. */
export function settingsWithNetworks(added: readonly Network[]): SettingsFile {
  const text = readFileSync(fixedSettings, 'utf8');
  const rows = added.map((row) => `    ${JSON.stringify(row)},\n`).join('');
  const changed = text.replace(/(\n {2}networks: \[\n[\s\S]*?\n)( {2}\],\n)/, `$1${rows}$2`);
  if (changed === text) throw new Error(`${fixedSettings} is not as expected: nothing was added to it`);
  return writeSettings(changed);
}

/** The tests' settings with other values. */
export const settingsWith = (changes: object): SettingsFile =>
  writeSettings(
    `import settings from ${JSON.stringify(fixedSettings)};\nexport default { ...settings, ...${JSON.stringify(changes)} };\n`,
  );

function writeSettings(changed: string): SettingsFile {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-operator-'));
  const path = join(folder, 'sluice.config.ts');
  writeFileSync(path, changed);
  return { folder, path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
