import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { Log } from '../../../src/log.ts';
import {
  commandDigest,
  type OperatorAnswer,
  type OperatorEvent,
  operatorEventSchema,
} from '../../../src/operator-function/function-event.ts';
import { type VerifyDeps, verifyCaller } from '../../../src/operator-function/verify-caller.ts';
import {
  CommandError,
  errorCodeOf,
  errorText,
  exitCodeHelp,
  exitCodeOf,
  RefusedCommandError,
  UsageError,
} from '../../command-errors.ts';
import type { CommandContext } from '../command.ts';
import { commandList, type FoundCommand } from '../find-command.ts';
import type { GatewaySettings } from '../gateway-settings.ts';
import type { CommandCaller, OperatorGateway } from '../operator-gateway.ts';
import { type OptionValues, runCommand } from '../run-command.ts';
import { withinLambdasLimit } from './answer-size.ts';
import { functionCommands, notOffered, readingCommands } from './function-commands.ts';

export type FunctionDeps = VerifyDeps & {
  /** The function's own name. */
  readonly functionName: string;
  /** Whether it runs only commands that change nothing. */
  readonly readOnly: boolean;
  readonly settings: GatewaySettings;
  readonly openGateway: (caller: CommandCaller) => Promise<OperatorGateway>;
  readonly log: Log;
};

/** What is known of one invocation, for its log line. */
type Invocation = { command?: string; principal?: string; error?: string };

/** Accounts of a page without `--limit`: with their plans, some 3 MB of the 6 MB that Lambda returns. */
const longestPage = 5_000;

const program = {
  name: 'sluice-cdk operator',
  gatewayUsage: '--function NAME',
  commands: functionCommands,
  notOffered,
};

const help = `Manages accounts, keys and plans by the operator's function.

  sluice-cdk operator COMMAND --function NAME [options]

${commandList(program)}
  --json         print one line of JSON per account, key, plan, usage report or page, in the management API's shapes
  --help         after a command: its options

${exitCodeHelp}`;

/**
 * Runs the command of an event as the command line does: the same code, output, errors and exit codes. Nothing is thrown.
 * The log gets the command's name, its caller, its exit code and an error's code: never arguments, input or output.
 */
export async function runInFunction(deps: FunctionDeps, event: unknown): Promise<OperatorAnswer> {
  const { clock, log } = deps;
  const startedAt = clock();
  const invocation: Invocation = {};
  let err = '';
  const warn = (text: string): void => {
    err += text;
  };
  const answer = await run(deps, { event, invocation, warn }).then(
    ({ output, exitCode, next }) => ({ exitCode, out: output, err, ...(next !== undefined && { next }) }),
    (error: unknown) => {
      invocation.error = errorCodeOf(error);
      return { exitCode: exitCodeOf(error), out: '', err: err + errorText(error) };
    },
  );
  const returned = withinLambdasLimit(answer);
  log.info('operator_command', { ...invocation, exitCode: returned.exitCode, durationMs: clock() - startedAt });
  return returned;
}

type Run = { readonly event: unknown; readonly invocation: Invocation; readonly warn: CommandContext['warn'] };

async function run(deps: FunctionDeps, { event, invocation, warn }: Run) {
  const command = parseEvent(event);
  const { args, input = '', identity } = command;
  if (identity) invocation.principal = await verifyCaller(deps, identity, commandDigest(deps.functionName, command));
  return runCommand({ ...program, help }, args, (found, options) => {
    invocation.command = found.name;
    refuseGatewayOptions(options);
    requireRight(deps, found, invocation.principal);
    const client = `operator function of ${invocation.principal ?? 'an unknown caller'}`;
    return {
      options,
      input: Readable.from([input]),
      warn,
      longestPage,
      deployment: undefined,
      loadSettings: () => Promise.reject(new CommandError('A function has no settings file.')),
      gatewaySettings: async () => deps.settings,
      openGateway: () => deps.openGateway({ origin: { by: 'operator', client }, warn }),
    };
  });
}

/** @throws {UsageError} */
function parseEvent(event: unknown): OperatorEvent {
  const parsed = v.safeParse(operatorEventSchema, event);
  if (parsed.success) return parsed.output;
  const where = v.getDotPath(parsed.issues[0]) ?? 'It';
  throw new UsageError(
    `The event is not valid (${where}). It must be {"args": ["accounts", "list"]}, with "input" for standard input and ` +
      '"identity" for commands that change something. sluice-cdk operator makes it.',
  );
}

const gatewayOptions = ['stage', 'stack', 'instance', 'port', 'config'] as const;

function refuseGatewayOptions(values: OptionValues): void {
  const given = gatewayOptions.find((option) => values[option] !== undefined);
  if (given) throw new UsageError(`--${given} does not apply: a function is for its own gateway. Leave it out.`);
}

/** @throws {RefusedCommandError} */
function requireRight({ readOnly }: FunctionDeps, { name }: FoundCommand, principal: string | undefined): void {
  if (readingCommands.has(name)) return;
  if (readOnly) {
    throw new RefusedCommandError(
      `${name} changes something, and this function only reads. Nothing was done. Use the gateway's other function.`,
    );
  }
  if (principal === undefined) {
    throw new RefusedCommandError(
      `${name} changes something, so the event needs a signed "identity": the account's activity says who did it. ` +
        'Nothing was done. sluice-cdk operator signs it.',
    );
  }
}
