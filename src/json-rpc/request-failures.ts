import type { Log } from '../log.ts';
import { type GatewayError, toGatewayError } from '../runtime/gateway-errors.ts';
import { refuseRequest } from './error-answer.ts';
import type { HandledRequest, RequestResult } from './request-result.ts';
import type { RpcRequest } from './rpc-request.ts';

/** Makes answers of failures, and logs their causes. */
export class RequestFailures {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  fail(thrown: unknown, rpc: RpcRequest | undefined, requestId: string): HandledRequest {
    const error = toGatewayError(thrown);
    this.#logCause(error, requestId);
    return { error, result: refuseRequest(error, rpc, requestId) };
  }

  /** Parts of a batch can fail while others have answers. */
  logCauses({ calls }: RequestResult, requestId: string): void {
    for (const error of new Set(calls.map((call) => call.error))) this.#logCause(error, requestId);
  }

  #logCause(error: GatewayError | undefined, requestId: string): void {
    if (error?.cause === undefined) return;
    this.#log.error('request_failed', { requestId, reason: error.reason, detail: String(error.cause) });
  }
}
