import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import type { ExitCode } from '../command-errors.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import type { OperatorGateway } from './operator-gateway.ts';

/** The options that only some commands have. */
export const commandOptions = {
  account: { value: 'ACCOUNT', help: 'only this account (its id or address)' },
  after: { value: 'ACCOUNT', help: 'only accounts after this one (its id): the next page' },
  before: { value: 'ID', help: 'only requests or changes before this one: the next page' },
  csv: { value: undefined, help: 'print CSV (RFC 4180)' },
  'dry-run': { value: undefined, help: 'only show what would be done' },
  from: { value: 'DAY', help: 'the first UTC day, like 2026-11-20   (default: seven days)' },
  'grace-hours': { value: 'HOURS', help: 'hours for which the previous secret keeps working, 0 to 168   (default: 0)' },
  invite: {
    value: undefined,
    help: 'mail new customers a code at once   (default: they ask for it on the sign-up page)',
  },
  limit: { value: 'NUMBER', help: 'the most rows of a page, at most 100 requests   (default: 50, of accounts all)' },
  log: { value: 'FILE', help: 'replay the record_lost lines of this log instead; - reads standard input' },
  method: { value: 'METHOD', help: 'only requests with a call of this method' },
  month: { value: 'YYYY-MM', help: 'the UTC month' },
  network: { value: 'NETWORK', help: 'only requests to this network' },
  object: { value: 'NAME', help: 'replay this object of the failure bucket   (default: every object)' },
  out: { value: 'FILE', help: 'the ZIP file to write; it must not exist' },
  outcome: { value: 'OUTCOME', help: 'only requests with a call of this outcome' },
  plan: { value: 'PLAN', help: 'plan of the new account   (default: the free plan)' },
  qualifier: { value: 'QUALIFIER', help: "of the CDK's bootstrap   (default: hnb659fds, the CDK's own)" },
  to: { value: 'DAY', help: 'the last UTC day   (default: yesterday)' },
  unclear: {
    value: 'count|skip',
    help: 'what to do with records for which it is unknown whether they are counted',
  },
  yes: { value: undefined, help: 'delete without asking' },
} as const satisfies Record<string, { readonly value: string | undefined; readonly help: string }>;

export type CommandOption = keyof typeof commandOptions;

/** The options of one command. A flag has the value `true`. */
export type GivenOptions = {
  readonly [O in CommandOption]?: O extends 'csv' | 'dry-run' | 'invite' | 'yes' ? boolean : string;
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
  readonly deployment: { readonly stackName: string; readonly stage: string } | undefined;
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
