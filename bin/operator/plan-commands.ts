import { toPlanView } from '../../lambda/control-plane/schemas/account-schemas.ts';
import { plans } from '../../src/plans/plans.ts';
import type { Commands } from './command.ts';
import { asText } from './print-rows.ts';

export const planCommands: Commands = {
  'plans list': {
    args: [],
    summary: 'list the plans',
    run: async () => {
      const views = plans.map(toPlanView);
      const rows = views.map(({ planId, limits, keys, historyDays, longestCallSeconds, dollarsPerMonth }) => ({
        plan: planId,
        'calls/s': limits.callsPerSecond,
        'calls/day': limits.callsPerDay,
        keys,
        'history days': historyDays,
        'longest call, s': longestCallSeconds,
        '$/month': dollarsPerMonth,
      }));
      return { documents: views, text: asText(rows) };
    },
  },
};
