import { toPlanView } from '../../src/management-api/schemas/account-schemas.ts';
import type { Commands } from './command.ts';
import { saleOf } from './gateway-settings.ts';
import { asText } from './print-rows.ts';

export const planCommands: Commands = {
  'plans list': {
    args: [],
    summary: 'list the plans of the gateway, or of the settings if no local gateway is running',
    run: async (_, { gatewaySettings }) => {
      const settings = await gatewaySettings();
      const sale = saleOf(settings);
      const rows = settings.plans.map(({ id, availability, limits, ...plan }) => ({
        plan: id,
        availability,
        'calls/s': limits.callsPerSecond,
        'calls/day': limits.callsPerDay,
        keys: plan.keys,
        'history days': plan.historyDays,
        'longest call, s': plan.longestCallSeconds,
        [`${settings.currency}/month`]: plan.pricePerMonth,
      }));
      return {
        documents: settings.plans.map((plan) => ({ ...toPlanView(plan, sale), availability: plan.availability })),
        text: asText(rows),
      };
    },
  },
};
