import { accountCommands } from './account-commands.ts';
import { billingCommands } from './billing-commands.ts';
import type { Commands } from './command.ts';
import { configCommands } from './config-command.ts';
import { deletionCommands } from './delete-account.ts';
import { deploymentCommands } from './deployment-command.ts';
import { exportCommands } from './export-account.ts';
import { importCommands } from './import-keys.ts';
import { keyCommands } from './key-commands.ts';
import { managementCheckCommands } from './management-check-command.ts';
import { marginCommands } from './margin-command.ts';
import { planCommands } from './plan-commands.ts';
import { replayCommands } from './replay-command.ts';
import { requestCommands } from './request-commands.ts';
import { sessionCommands } from './session-commands.ts';
import { statementCommands } from './statement-command.ts';
import { tokenCommands } from './token-commands.ts';

/** Every command of the operator, by name. */
export const commands: Commands = {
  ...accountCommands,
  ...deletionCommands,
  ...exportCommands,
  ...sessionCommands,
  ...tokenCommands,
  ...statementCommands,
  ...keyCommands,
  ...importCommands,
  ...requestCommands,
  ...planCommands,
  ...marginCommands,
  ...billingCommands,
  ...replayCommands,
  ...configCommands,
  ...deploymentCommands,
  ...managementCheckCommands,
};
