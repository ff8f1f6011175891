/** Why the gateway itself refused or failed a request: the stable codes clients see as `error.data.reason`. */
export type ErrorReason =
  | 'parse_error'
  | 'invalid_request'
  | 'batch_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'upstream_unavailable'
  | 'upstream_timeout'
  | 'response_too_large'
  | 'limits_unavailable'
  | 'internal_error';

/**
 * A verdict of the gateway's own on a request. `message` is public: it says what is wrong and what to do. What must
 * stay inside goes into `cause`, which is logged and never answered.
 */
export abstract class GatewayError extends Error {
  abstract readonly reason: ErrorReason;
  /** Further public facts for `error.data`. */
  readonly details: Readonly<Record<string, string | number>> = {};
}

export class ParseError extends GatewayError {
  readonly reason = 'parse_error';
}

export class InvalidRequestError extends GatewayError {
  readonly reason = 'invalid_request';
}

export class BatchTooLargeError extends GatewayError {
  readonly reason = 'batch_too_large';
}

export class UnsupportedMediaTypeError extends GatewayError {
  readonly reason = 'unsupported_media_type';
}

export class UpstreamUnavailableError extends GatewayError {
  readonly reason = 'upstream_unavailable';
}

export class UpstreamTimeoutError extends GatewayError {
  readonly reason = 'upstream_timeout';
}

export class ResponseTooLargeError extends GatewayError {
  readonly reason = 'response_too_large';

  /** @param advice what to do; to ask for less by default, which only helps a call that reads */
  constructor(
    advice = 'Ask for less (for example with dataSlice, filters or a smaller range), or send Accept-Encoding: gzip.',
  ) {
    super(`The answer is larger than 6 MB, the most that can be passed on. ${advice}`);
  }
}

export class LimitsUnavailableError extends GatewayError {
  readonly reason = 'limits_unavailable';
}

export class InternalError extends GatewayError {
  readonly reason = 'internal_error';
}

/** A limit of the key's plan is used up; see {@link LimitFacts}. */
export class LimitError extends GatewayError {
  readonly reason: 'rate_limited' | 'quota_exceeded';
  override readonly details: LimitFacts;

  constructor(reason: 'rate_limited' | 'quota_exceeded', message: string, details: LimitFacts) {
    super(message);
    this.reason = reason;
    this.details = details;
  }
}

/** What a client needs to come back at the right time. */
export type LimitFacts = {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
  /** ISO 8601, UTC: when the window ends. */
  readonly resetAt: string;
};

/** Any error as one that may be answered: what nobody foresaw is an internal one, with its cause kept inside. */
export const toGatewayError = (error: unknown): GatewayError =>
  error instanceof GatewayError
    ? error
    : new InternalError(
        'Something went wrong inside the gateway. If the call changes the chain, check whether it arrived before you send ' +
          'it again.',
        { cause: error },
      );
