import { accountCommands } from '../account-commands.ts';
import { billingCommands } from '../billing-commands.ts';
import type { Commands } from '../command.ts';
import { deletionCommands } from '../delete-account.ts';
import { keyCommands } from '../key-commands.ts';
import { marginCommands } from '../margin-command.ts';
import { planCommands } from '../plan-commands.ts';
import { requestCommands } from '../request-commands.ts';
import { sessionCommands } from '../session-commands.ts';
import { statementCommands } from '../statement-command.ts';
import { tokenCommands } from '../token-commands.ts';

/** The commands that the operator's function runs. */
export const functionCommands: Commands = {
  ...accountCommands,
  ...deletionCommands,
  ...sessionCommands,
  ...tokenCommands,
  ...statementCommands,
  ...keyCommands,
  ...requestCommands,
  ...planCommands,
  ...marginCommands,
  ...billingCommands,
};

/** Those that change nothing: the function that only reads runs no other. */
export const readingCommands: ReadonlySet<string> = new Set([
  'accounts activity',
  'accounts list',
  'accounts show',
  'accounts statement',
  'accounts tokens',
  'accounts usage',
  'keys find',
  'keys list',
  'keys show',
  'keys usage',
  'margin',
  'plans list',
  'requests list',
]);

/** Why the function does not run the other commands of the command line. */
export const notOffered: Readonly<Record<string, string>> = {
  'accounts export': 'it writes a file of any size. Run it in a clone, with rights on the tables (docs/cli.md).',
  'config check': 'it checks a settings file, which is on your machine. Run it in a clone (docs/cli.md).',
  deployment: 'it asks CloudFormation and CodeDeploy. Run it in a clone (docs/cli.md).',
  'keys import': 'it can run longer than a function may, and creates users. Run it in a clone (docs/usage-plans.md).',
  'management-check': 'it invokes the functions of a deployment. Run it in a clone (docs/cli.md).',
  replay:
    'it can run longer than a function may, and needs rights to write records. Run it in a clone (docs/replay.md).',
};
