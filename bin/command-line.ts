import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UsageError } from './command-errors.ts';

/**
 * Reads a command's options and arguments.
 * @param usage the line that shows the valid ones
 * @throws {UsageError} for an unknown, empty or repeated option, and for an empty argument: an unset variable of a shell
 * script must not make a command use a default
 */
export function readCommandLine<const O extends ParseArgsOptionsConfig>(
  options: O,
  usage: string,
  args: readonly string[] = process.argv.slice(2),
) {
  const { values, positionals, tokens } = parse(args, options, usage);
  const given = tokens.filter((token) => token.kind === 'option');
  const empty = given.find(({ value }) => value?.trim() === '');
  if (empty) throw new UsageError(`${empty.rawName} is empty. Give it a value, or leave it out.`, usage);
  const repeated = given.find(({ name }, index) => given.findIndex((other) => other.name === name) < index);
  if (repeated) throw new UsageError(`${repeated.rawName} is given twice.`, usage);
  if (positionals.some((argument) => argument.trim() === '')) throw new UsageError('An argument is empty.', usage);
  return { values, positionals };
}

function parse<const O extends ParseArgsOptionsConfig>(args: readonly string[], options: O, usage: string) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The rest of Node's message explains how to pass a value that begins with a dash.
    const [message = ''] = error.message.split(/\.?(?:\s*\n|\. )/);
    throw new UsageError(`${message}.`, usage);
  }
}

/** @throws {UsageError} if there are arguments besides the options */
export function refuseArguments(positionals: readonly string[], usage: string): void {
  const [first] = positionals;
  if (first !== undefined) throw new UsageError(`Unexpected argument '${first}'.`, usage);
}

/** The value of an option that has no default. @throws {UsageError} if it is missing */
export function requireOption<N extends string>(
  values: { readonly [O in N]?: string },
  name: N,
  usage: string,
): string {
  const value = values[name];
  if (value === undefined) throw new UsageError(`--${name} is missing.`, usage);
  return value;
}

/** The value of an option that counts something. @throws {UsageError} */
export function numberFrom1(text: string, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--${option} must be a whole number from 1, not ${text}.`);
}
