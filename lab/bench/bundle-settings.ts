import { writeFunctionSettings } from '../../test/support/function-settings.ts';
import { readByFunctions } from '../../test/support/settings.ts';

/**
 * Writes the settings that bundles read: those of the repository, but with one node for every network. They are removed
 * when this process ends.
 * @returns the variable that says where they are
 */
export function settingsWithNode(url: string): { readonly LAMBDA_TASK_ROOT: string } {
  const networks = readByFunctions.networks.map((network) => ({ ...network, upstreams: [{ url }] }));
  const { variables, remove } = writeFunctionSettings({ ...readByFunctions, networks });
  process.once('exit', remove);
  return variables;
}
