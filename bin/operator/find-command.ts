import { RefusedCommandError, UsageError } from '../command-errors.ts';
import { type Command, type CommandOption, type Commands, commandOptions } from './command.ts';
import { nearestName } from './nearest-name.ts';

/** Something that runs commands: the command line of a clone, or the operator's function. */
export type CommandProgram = {
  /** What users type before a command. */
  readonly name: string;
  /** The options in a command's usage that say which gateway it is for. */
  readonly gatewayUsage: string;
  readonly commands: Commands;
  /** Why it does not run other commands, by their names. */
  readonly notOffered?: Readonly<Record<string, string>>;
};

/** The usage if no command is known. */
export const generalUsage = ({ name }: CommandProgram): string => `${name} COMMAND [options], or ${name} --help`;

export type FoundCommand = {
  readonly name: string;
  readonly command: Command;
  /** The arguments after the command's name. */
  readonly args: readonly string[];
  readonly usage: string;
};

/** @throws {UsageError} unless the words begin with the name of a command */
export function findCommand(program: CommandProgram, words: readonly string[]): FoundCommand {
  const { commands, notOffered = {} } = program;
  const names = [words.slice(0, 2), words.slice(0, 1)].map((start) => start.join(' '));
  const name = names.find((start) => Object.hasOwn(commands, start));
  const command = commands[name ?? ''];
  if (name === undefined || !command) {
    const other = names.find((start) => Object.hasOwn(notOffered, start));
    if (other !== undefined) throw new RefusedCommandError(`${other} is not offered here: ${notOffered[other]}`);
    throw new UsageError(
      `Unknown command "${words.slice(0, 2).join(' ')}".${hintFor(words, commands)}`,
      generalUsage(program),
    );
  }
  return { name, command, args: words.slice(name.split(' ').length), usage: commandUsage(program, name, command) };
}

function hintFor(words: readonly string[], commands: Commands): string {
  const known = Object.keys(commands);
  const nearest = nearestName(words.slice(0, 2).join(' '), known) ?? nearestName(words[0] ?? '', known);
  if (nearest !== undefined) return ` Did you mean "${nearest}"?`;
  const alike = known.filter((name) => name.startsWith(`${words[0]} `));
  return alike.length > 0 ? ` There are: ${alike.join(', ')}.` : '';
}

const optionUsage = (name: CommandOption): string => {
  const { value } = commandOptions[name];
  return value === undefined ? `--${name}` : `--${name} ${value}`;
};

function commandUsage(program: CommandProgram, name: string, { args, options = [], required }: Command): string {
  const own = options.map((option) => (option === required ? optionUsage(option) : `[${optionUsage(option)}]`));
  return [program.name, name, ...args, ...own, program.gatewayUsage, '[--json]'].join(' ');
}

/** @throws {UsageError} for missing or further arguments, and for options that the command lacks or requires */
export function checkCommand({ command, args, usage }: FoundCommand, given: Readonly<Record<string, unknown>>): void {
  const [missing] = command.args.slice(args.length);
  if (missing) throw new UsageError(`${missing} is missing.`, usage);
  const [extra] = args.slice(command.args.length);
  if (extra) throw new UsageError(`Unexpected argument '${extra}'.`, usage);
  const { options = [], required } = command;
  const unknown = Object.keys(commandOptions).find(
    (name) => given[name] !== undefined && !options.some((it) => it === name),
  );
  if (unknown) throw new UsageError(`This command has no option --${unknown}.`, usage);
  if (required && given[required] === undefined) throw new UsageError(`--${required} is missing.`, usage);
}

/** `--help` of one command. */
export function commandHelp({ command: { summary, options = [] }, usage }: FoundCommand): string {
  const lines = options.map((name) => `  ${optionUsage(name).padEnd(24)}${commandOptions[name].help}\n`);
  return `${summary[0]?.toUpperCase()}${summary.slice(1)}.\n\n  ${usage}\n${lines.length > 0 ? '\n' : ''}${lines.join('')}`;
}

/** A line for each command. */
export const commandList = ({ commands }: CommandProgram): string =>
  Object.entries(commands)
    .map(([name, { args, summary }]) => `  ${[name, ...args].join(' ').padEnd(36)}${summary}\n`)
    .join('');
