import { userInfo } from 'node:os';
import { billingSettings } from '../../lib/settings/function-settings.ts';
import { loadSettings, settingsFileOf } from '../../lib/settings/load-settings.ts';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { RefusedCommandError } from '../command-errors.ts';
import { NotRunningError } from '../start/connection-file.ts';
import { deployedInstance, type GatewayOptions, locateGateway, stageOf } from './choose-gateway.ts';
import type { Command, CommandContext, GivenOptions } from './command.ts';
import type { GatewayLocation } from './gateway-location.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { connectGateway } from './operator-gateway.ts';

type ContextOptions = GivenOptions & GatewayOptions & { readonly config?: string | undefined };

/** The gateway and the settings that the options of a command name. Nothing is read before the command asks for it. */
export function createContext({ needsPlans = true }: Command, options: ContextOptions): CommandContext {
  const { port, config } = options;
  const deployed = deployedInstance(options);
  const load = (file: string | undefined) => loadSettings({ file, stage: stageOf(options) });
  const locate = () => locateGateway(options);
  const locateIfRunning = () =>
    locate().catch((error: unknown) => {
      if (error instanceof NotRunningError && port === undefined) return undefined;
      throw error;
    });

  async function settingsOf(location: GatewayLocation): Promise<GatewaySettings> {
    const file = settingsFileOf(config ?? location.config);
    const settings = await load(file);
    const problem = planProblem(location, settings, file);
    if (problem && needsPlans) throw new RefusedCommandError(problem);
    if (problem) warn(`Warning: ${problem}\n`);
    return usedSettings(settings, location);
  }

  return {
    options,
    input: process.stdin,
    warn,
    deployment: deployed && { ...deployed, stage: stageOf(options) },
    loadSettings: () => load(config),
    gatewaySettings: async () => {
      const location = await locateIfRunning();
      return location ? settingsOf(location) : usedSettings(await load(config));
    },
    openGateway: async () => {
      const location = await locate();
      const origin = { by: 'operator', client: `sluice command of ${userInfo().username}` } as const;
      const gatewayFor = await connectGateway(location, await settingsOf(location));
      return gatewayFor({ origin, warn });
    },
  };
}

const warn = (text: string): void => void process.stderr.write(text);

/** A local gateway takes payments only with its fake Stripe, whatever the file says. */
function usedSettings(settings: EffectiveSettings, location?: GatewayLocation): GatewaySettings {
  const { service, currency, plans, networks, secretPrefix, importedKeys } = settings;
  const local = location?.billing;
  const billing = local === undefined ? settings.billing : local?.settings;
  return {
    service,
    currency,
    plans,
    networks,
    secretPrefix,
    importedKeys,
    billing: billingSettings({ ...settings, billing }),
  };
}

/**
 * Settings with other plans than the gateway's would show accounts wrongly, and put them on plans whose keys the gateway
 * refuses.
 */
function planProblem({ name, planIds }: GatewayLocation, settings: EffectiveSettings, file: string) {
  const given = settings.plans.map(({ id }) => id);
  if (!planIds || new Set(planIds).symmetricDifference(new Set(given)).size === 0) return undefined;
  return (
    `The plans of ${name} are ${planIds.join(', ')}, but those in ${file} are ${given.join(', ')}. Give the settings ` +
    'that the gateway runs with (--config PATH), or update the gateway to these settings first.'
  );
}
