import { setTimeout as pause } from 'node:timers/promises';
import { disableSecondFactor } from '../../src/accounts/second-factor.ts';
import { endSessions } from '../../src/accounts/sessions.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { showAccounts } from './account-output.ts';
import type { Command, Commands } from './command.ts';
import { findAccountId } from './find-account.ts';
import type { OperatorGateway } from './operator-gateway.ts';

/** Everything that a change of a customer's sessions needs. */
type SupportDeps = Parameters<typeof endSessions>[0] & Parameters<typeof disableSecondFactor>[0];

/** A command of the support for one account, whose activity then names the operator. */
const supportCommand = (
  summary: string,
  change: (deps: SupportDeps, request: { accountId: string; origin: OperatorGateway['origin'] }) => Promise<unknown>,
): Command => ({
  args: ['ACCOUNT'],
  needsPlans: false,
  summary,
  run: async ([idOrEmail = ''], { openGateway }) => {
    const gateway = await openGateway();
    const accountId = await findAccountId(gateway, idOrEmail);
    await findAccount(gateway.directory, accountId);
    await change({ ...gateway, users: await gateway.openUsers(), pause }, { accountId, origin: gateway.origin });
    return showAccounts(gateway, [await findAccount(gateway.directory, accountId)]);
  },
});

export const sessionCommands: Commands = {
  'accounts sign-out': supportCommand(
    'end all sessions of an account (its id or address), for example if a device was stolen; keys keep working',
    endSessions,
  ),
  'accounts disable-second-factor': supportCommand(
    'turn off the second factor of a customer without recovery codes; verify the customer first',
    disableSecondFactor,
  ),
};
