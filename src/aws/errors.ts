/** What is known of a failure that AWS has answered with. */
export type AwsFailure = {
  /** The HTTP status. */
  readonly status: number;
  /** When that was by AWS's own clock, ms since the epoch. */
  readonly answeredAt?: number | undefined;
  /** The answer's own members; which ones there are depends on the error. */
  readonly answer?: Readonly<Record<string, unknown>>;
};

/** AWS refused a request, or failed at it. `name` is AWS's own for it, like `ValidationException`. */
export class AwsError extends Error {
  override readonly name: string;
  readonly code = 'aws_error';
  readonly failure: AwsFailure;

  constructor(name: string, message: string, failure: AwsFailure) {
    super(message);
    this.name = name;
    this.failure = failure;
  }
}

/** Why there is no answer: no connection or a broken one, none in time, or one that is damaged. */
export type NoAnswer = 'connection' | 'timeout' | 'damaged';

/** AWS gave no answer that can be used. The request may have been carried out all the same. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code = 'no_answer';
  readonly reason: NoAnswer;
  /** It went over a connection kept from before, which may have been dead for long. */
  readonly reused: boolean;

  constructor(reason: NoAnswer, { reused = false, cause }: { reused?: boolean; cause?: unknown } = {}) {
    super(`AWS gave no answer that can be used (${reason})`, { cause });
    this.reason = reason;
    this.reused = reused;
  }
}
