import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { maxGraceHours } from '../../src/keys/grace-hours.ts';
import type { ExitCode } from '../command-errors.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import type { OperatorGateway } from './operator-gateway.ts';

const text = (value: string, help: string) => ({ type: 'string', value, help }) as const;
const flag = (help: string) => ({ type: 'boolean', value: undefined, help }) as const;

/** The options that only some commands have. */
export const commandOptions = {
  account: text('ACCOUNT', 'only this account (its id or address)'),
  after: text('ACCOUNT', 'only accounts after this one (its id): the next page'),
  before: text('ID', 'only requests or changes before this one: the next page'),
  csv: flag('print CSV (RFC 4180)'),
  'dry-run': flag('only show what would be done'),
  from: text('DAY', 'the first UTC day, like 2026-11-20   (default: seven days)'),
  'grace-hours': text(
    'HOURS',
    `hours for which the previous secret keeps working, 0 to ${maxGraceHours}   (default: 0)`,
  ),
  invite: flag('mail new customers a code at once   (default: they ask for it on the sign-up page)'),
  limit: text('NUMBER', 'the most rows of a page, at most 100 requests   (default: 50, of accounts all)'),
  log: text('FILE', 'replay the record_lost lines of this log instead; - reads standard input'),
  method: text('METHOD', 'only requests with a call of this method'),
  month: text('YYYY-MM', 'the UTC month'),
  network: text('NETWORK', 'only requests to this network'),
  object: text('NAME', 'replay this object of the failure bucket   (default: every object)'),
  out: text('FILE', 'the ZIP file to write; it must not exist'),
  outcome: text('OUTCOME', 'only requests with a call of this outcome'),
  plan: text('PLAN', 'plan of the new account   (default: the free plan)'),
  to: text('DAY', 'the last UTC day   (default: yesterday)'),
  unclear: text('count|skip', 'what to do with records for which it is unknown whether they are counted'),
  yes: flag('delete without asking'),
};

export type CommandOption = keyof typeof commandOptions;

/** The options of one command. A flag has the value `true`. */
export type GivenOptions = {
  readonly [O in CommandOption]?: (typeof commandOptions)[O]['type'] extends 'boolean' ? boolean : string;
};

/** What standard input is for a program. */
export type CommandInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

export type CommandContext = {
  readonly options: GivenOptions;
  readonly input: CommandInput;
  /** Writes for people, beside the result: warnings and questions. */
  readonly warn: (text: string) => void;
  /** The most accounts of a list without `--limit`. Undefined: all. */
  readonly longestPage?: number;
  /** What `--stage` or `--stack` names; undefined for the local gateway. It need not be deployed. */
  readonly deployment: { readonly stackName: string; readonly instance: string; readonly stage: string } | undefined;
  /** Loads the settings of `--config`. */
  readonly loadSettings: () => Promise<EffectiveSettings>;
  /** Loads the settings of the gateway of `--stage` or `--port`; those of `--config` if no local gateway is running. */
  readonly gatewaySettings: () => Promise<GatewaySettings>;
  /** Opens the gateway of `--stage` or `--port`. Commands that need no tables do not call it. */
  readonly openGateway: () => Promise<OperatorGateway>;
};

export type CommandResult = {
  /** What `--json` prints, one line each; in the management API's shapes if it has one. */
  readonly documents: readonly unknown[];
  /** What it prints otherwise. */
  readonly text: string;
  /** Default: 0. */
  readonly exitCode?: ExitCode;
  /** Of a list that goes on: the value of `--after` for its next page. */
  readonly next?: string | undefined;
};

export type Command = {
  /** Names of its positional arguments, all required. */
  readonly args: readonly string[];
  readonly options?: readonly CommandOption[];
  readonly required?: CommandOption;
  /** False if the settings may have other plans than the gateway, which is then only a warning. Default: true. */
  readonly needsPlans?: boolean;
  readonly summary: string;
  run(args: readonly string[], context: CommandContext): Promise<CommandResult>;
};

export type Commands = Readonly<Record<string, Command>>;
