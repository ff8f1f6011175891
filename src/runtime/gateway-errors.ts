/** Why the gateway itself rejected or failed a request: the stable codes in `error.data.reason`. */
export type ErrorReason =
  | 'parse_error'
  | 'invalid_request'
  | 'batch_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'upstream_unavailable'
  | 'upstream_timeout'
  | 'call_too_slow'
  | 'nodes_at_limit'
  | 'response_too_large'
  | 'method_unsupported'
  | 'method_not_served'
  | 'limits_unavailable'
  | 'internal_error';

/** `message` is public: what is wrong, and what to do. Internal details go into `cause`, which is only logged. */
export abstract class GatewayError extends Error {
  abstract readonly reason: ErrorReason;
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

/** The nodes are healthy and answer such calls: this one asks for too much. */
export class CallTooSlowError extends GatewayError {
  readonly reason = 'call_too_slow';
}

export class NodesAtLimitError extends GatewayError {
  readonly reason = 'nodes_at_limit';
  override readonly details = { retryAfterSeconds: 1 };

  constructor() {
    super(
      'The nodes for this call take no more calls in this second. No transaction was sent. Try again in 1 s, or with a ' +
        'smaller batch.',
    );
  }
}

export class ResponseTooLargeError extends GatewayError {
  readonly reason = 'response_too_large';

  /** @param advice what to do; the default suits reads only */
  constructor(
    advice = 'Ask for less (for example with dataSlice, filters or a smaller range), or send Accept-Encoding: gzip.',
  ) {
    super(`The answer is larger than the limit of 6 MB. ${advice}`);
  }
}

export class MethodUnsupportedError extends GatewayError {
  readonly reason = 'method_unsupported';

  constructor(method: string) {
    super(`This service does not support the method ${method} on this network.`);
  }
}

export class MethodNotServedError extends GatewayError {
  readonly reason = 'method_not_served';

  constructor(method: string) {
    super(`No node of this network has the method ${method}. Check its spelling, and that it belongs to this chain.`);
  }
}

export class LimitsUnavailableError extends GatewayError {
  readonly reason = 'limits_unavailable';
  override readonly details = { retryAfterSeconds: 1 };
  /** DynamoDB throttled the counters of this key. It is not a failure of the gateway. */
  readonly throttled: boolean;

  constructor(throttled: boolean, options?: ErrorOptions) {
    super('The limits of this key cannot be checked now. Try again in 1 s.', options);
    this.throttled = throttled;
  }
}

export class InternalError extends GatewayError {
  readonly reason = 'internal_error';
}

export class LimitError extends GatewayError {
  readonly reason: 'rate_limited' | 'quota_exceeded';
  override readonly details: LimitFacts;

  constructor(reason: 'rate_limited' | 'quota_exceeded', message: string, details: LimitFacts) {
    super(message);
    this.reason = reason;
    this.details = details;
  }
}

export type LimitFacts = {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
  /** The end of the window: ISO 8601, UTC. */
  readonly resetsAt: string;
};

export const toGatewayError = (error: unknown): GatewayError =>
  error instanceof GatewayError
    ? error
    : new InternalError(
        'The gateway failed unexpectedly. If the call changes the chain, check whether it arrived before you send it again.',
        { cause: error },
      );
