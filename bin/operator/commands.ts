import { accountCommands } from './account-commands.ts';
import type { Commands } from './command.ts';
import { configCommands } from './config-command.ts';
import { keyCommands } from './key-commands.ts';
import { planCommands } from './plan-commands.ts';
import { replayCommands } from './replay-command.ts';
import { requestCommands } from './request-commands.ts';
import { statementCommands } from './statement-command.ts';

/** Every command of the operator, by name. */
export const commands: Commands = {
  ...accountCommands,
  ...statementCommands,
  ...keyCommands,
  ...requestCommands,
  ...planCommands,
  ...replayCommands,
  ...configCommands,
};
