import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FunctionSettings, settingsFile } from '../../src/settings.ts';

/** Settings as functions find them beside their bundle; `remove` deletes them. */
export type WrittenSettings = {
  /** The variable that says where they are. */
  readonly variables: { readonly LAMBDA_TASK_ROOT: string };
  readonly remove: () => void;
};

export function writeFunctionSettings(settings: FunctionSettings): WrittenSettings {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-settings-'));
  writeFileSync(join(folder, settingsFile), JSON.stringify(settings));
  return { variables: { LAMBDA_TASK_ROOT: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The settings with other nodes for some networks. */
export const replaceNodes = (
  settings: FunctionSettings,
  nodes: Readonly<Record<string, FunctionSettings['networks'][number]['upstreams']>>,
): FunctionSettings => ({
  ...settings,
  networks: settings.networks.map((network) => ({
    ...network,
    upstreams: nodes[network.network] ?? network.upstreams,
  })),
});
