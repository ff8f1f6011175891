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
