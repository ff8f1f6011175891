import { ConfigurationError } from '../lib/settings/configuration-error.ts';
import { showHiddenCharacters } from '../src/schema.ts';

/** The exit codes of all commands; docs/cli.md explains them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, notFound: 4, unreachable: 5 } as const;

/** For the end of each `--help`. */
export const exitCodeHelp = `Exit codes: 0 done, 1 failed, 2 invalid usage, 3 refused, 4 not found, 5 unreachable (docs/cli.md).
`;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command cannot do what it should. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly code: string = 'command_failed';
}

/** Invalid arguments or options. `usage` is the line that shows the valid ones. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
  override readonly code = 'invalid_usage';
  readonly usage: string | undefined;

  constructor(message: string, usage?: string) {
    super(message);
    this.usage = usage;
  }
}

/** Something that the arguments name does not exist. */
export class NotFoundError extends CommandError {
  override readonly name = 'NotFoundError';
  override readonly code = 'not_found';
}

/** The command would do harm or contradict what is stored, so nothing was changed. */
export class RefusedCommandError extends CommandError {
  override readonly name = 'RefusedCommandError';
  override readonly code = 'refused';
}

/** A gateway does not answer. */
export class UnreachableGatewayError extends CommandError {
  override readonly name = 'UnreachableGatewayError';
  override readonly code = 'unreachable';
}

/** Codes of errors of the gateway's rules, of Node and of these commands, and AWS's names of errors, by exit code. */
const codesOf: readonly (readonly [ExitCode, readonly string[]])[] = [
  [exitCodes.usage, ['invalid_usage', 'invalid_key_name', 'invalid_grace', 'invalid_range']],
  [
    exitCodes.refused,
    [
      ...[
        'refused',
        'restore_refused',
        'account_busy',
        'address_taken',
        'archive_too_large',
        'caller_unknown',
        'catalogue_incomplete',
        'customer_missing',
        'file_exists',
        'grace_running',
        'imported_elsewhere',
        'key_limit_reached',
        'key_revoked',
        'no_active_plan',
        'payment_in_progress',
        'subscribed',
        'subscription_changed',
        'too_many_keys',
      ],
      ...['AccessDenied', 'AccessDeniedException', 'NotAuthorizedException', 'UnauthorizedOperation'],
      ...['CodeDeliveryFailureException', 'InvalidParameterException', 'UserLambdaValidationException'],
      ...['LimitExceededException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'],
      ...['Throttling', 'ThrottlingException', 'TooManyRequestsException'],
    ],
  ],
  [
    exitCodes.notFound,
    [
      ...[
        'not_found',
        'table_not_found',
        'account_deleted',
        'account_not_found',
        'key_not_found',
        'secret_not_found',
        'token_not_found',
        'unknown_plan',
        'user_not_found',
        'ENOENT',
      ],
      ...['NoSuchBucket', 'ResourceNotFoundException', 'SettingsNotFoundError', 'UserNotFoundException'],
    ],
  ],
  [
    exitCodes.unreachable,
    [
      ...[
        'unreachable',
        'billing_unavailable',
        'caller_unverified',
        'no_answer',
        'not_running',
        'NoAnswerError',
        'ECONNREFUSED',
        'ECONNRESET',
        'EAI_AGAIN',
        'EHOSTUNREACH',
        'ENETUNREACH',
      ],
      ...['ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'NetworkingError', 'TimeoutError'],
      // Credentials that are missing, invalid or out of date.
      ...['CredentialsProviderError', 'ExpiredToken', 'ExpiredTokenException', 'IncompleteSignatureException'],
      ...['InvalidClientTokenId', 'InvalidSignatureException', 'MissingAuthenticationToken'],
      ...['MissingAuthenticationTokenException', 'SignatureDoesNotMatch', 'UnrecognizedClientException'],
    ],
  ],
];

const exitCodeByCode = new Map(codesOf.flatMap(([exitCode, codes]) => codes.map((code) => [code, exitCode] as const)));

/** The exit code of a command that failed with this error: by the error's code, or by its name. */
export function exitCodeOf(error: unknown): ExitCode {
  const cause = firstError(error);
  if (!(cause instanceof Error)) return exitCodes.failed;
  if (isMissingRegion(cause)) return exitCodes.unreachable;
  const code = 'code' in cause ? String(cause.code) : '';
  return exitCodeByCode.get(code) ?? exitCodeByCode.get(cause.name) ?? exitCodes.failed;
}

/** What a log may say of an error: its code, or else the name of its class. A message may quote what was sent. */
export function errorCodeOf(error: unknown): string {
  const cause = firstError(error);
  if (!(cause instanceof Error)) return typeof cause;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

/** An error for the terminal: what is wrong in one line, and the usage if the arguments were invalid. */
export function errorText(error: unknown): string {
  const usage = error instanceof UsageError && error.usage ? `Usage: ${error.usage}\n` : '';
  return `${visible(messageOf(firstError(error)), error)}\n${usage}`;
}

// Only the messages about the settings file have several lines.
const visible = (message: string, error: unknown): string =>
  error instanceof ConfigurationError
    ? message.split('\n').map(showHiddenCharacters).join('\n')
    : showHiddenCharacters(message);

// Node rejects with one error per address of the host name.
const firstError = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error);

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ResourceNotFoundException') return 'The table or user pool does not exist.';
  if (error.name === 'NoAnswerError') return 'The service did not answer. Run the command again.';
  if (isMissingRegion(error)) return 'No AWS region is set. Set AWS_REGION.';
  return error.message;
}

/** The SDK gives this error no name or code of its own. */
const isMissingRegion = ({ message }: Error): boolean => message === 'Region is missing';

/** Runs a command. An error becomes a text on standard error and an exit code. */
export async function runProgram(program: () => Promise<ExitCode | undefined>): Promise<void> {
  try {
    process.exitCode = (await program()) ?? exitCodes.done;
  } catch (error) {
    process.stderr.write(errorText(error));
    process.exitCode = exitCodeOf(error);
  }
}
