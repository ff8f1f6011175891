import { type ExitCode, exitCodes, UsageError } from '../command-errors.ts';
import { readCommandLine } from '../command-line.ts';
import { type CommandContext, commandOptions } from './command.ts';
import {
  type CommandProgram,
  checkCommand,
  commandHelp,
  type FoundCommand,
  findCommand,
  generalUsage,
} from './find-command.ts';
import { asJson } from './print-rows.ts';

const text = { type: 'string' } as const;

const options = {
  stage: text,
  stack: text,
  instance: text,
  port: text,
  config: text,
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  ...commandOptions,
} as const;

/** The values of all options of a command line. */
export type OptionValues = ReturnType<typeof readCommandLine<typeof options>>['values'];

/** What a command printed, and how it ended. `next` is the value of `--after` for the next page of a list. */
export type CommandOutput = {
  readonly output: string;
  readonly exitCode: ExitCode;
  readonly next?: string | undefined;
};

/**
 * Runs the command that the arguments name, as they are typed after the program's name.
 * @param help what the program prints without a command
 * @param contextOf called once the arguments are known to be valid; it may refuse the command
 * @throws {UsageError} with the command's usage @throws every error of the command
 */
export async function runCommand(
  { help, ...program }: CommandProgram & { readonly help: string },
  args: readonly string[],
  contextOf: (found: FoundCommand, values: OptionValues) => CommandContext | Promise<CommandContext>,
): Promise<CommandOutput> {
  const { values, positionals } = readCommandLine(options, generalUsage(program), args);
  if (positionals.length === 0) return { output: help, exitCode: values.help ? exitCodes.done : exitCodes.usage };
  const found = findCommand(program, positionals);
  if (values.help) return { output: commandHelp(found), exitCode: exitCodes.done };
  checkCommand(found, values);
  try {
    const result = await found.command.run(found.args, await contextOf(found, values));
    const { documents, exitCode = exitCodes.done, next } = result;
    return { output: values.json ? asJson(documents) : result.text, exitCode, next };
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(error.message, found.usage) : error;
  }
}
