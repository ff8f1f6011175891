/**
 * Why a command did not do what it should: its arguments are wrong, it is refused, something does not exist, AWS or Stripe
 * cannot be reached, it failed; or `no_answer`: the answer was lost, and it is not known whether the command ran.
 */
type OperatorErrorCode = 'invalid_usage' | 'refused' | 'not_found' | 'unreachable' | 'failed' | 'no_answer';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** By exit code, from 1 (docs/cli.md, "Exit codes"). */
const codes = ['failed', 'invalid_usage', 'refused', 'not_found', 'unreachable'] as const;

export const exitCodeOf = ({ code }: OperatorError): number => (code === 'no_answer' ? 5 : codes.indexOf(code) + 1);

/** The error of a command that ended with an exit code other than 0. */
export function commandError(exitCode: number, err: string): OperatorError {
  return new OperatorError(
    codes[exitCode - 1] ?? 'failed',
    err.trim() || `The command ended with exit code ${exitCode}.`,
  );
}
