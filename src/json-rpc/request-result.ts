import { builtIn } from '../built-in.ts';
import { type GatewayError, LimitError, ResponseTooLargeError } from '../gateway-errors.ts';
import { maxAnswerBytes } from '../http/http-exchange.ts';
import {
  type AdmittedCalls,
  type LimitStatus,
  type Limits,
  limitStatusHeaders,
  policyHeader,
} from '../limits/limit-status.ts';
import { type CallOutcome, countCalls, overallOutcome } from '../records/record.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import { secondOfDay } from '../time.ts';
import type { ProxyRequest } from './parse-request.ts';

/** A node's answer, fit for the client, and how each element of the request ended, in order. */
export type RequestResult = {
  readonly status: number;
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
  readonly payload: AnswerPayload;
  readonly calls: readonly CallOutcome[];
};

const { isUtf8 } = builtIn('node:buffer');

/** A body in the form in which a function hands it to the HTTP API. */
export type AnswerPayload = { readonly body: string; readonly base64: boolean };

/** Room for the status and headers around the body. */
const envelopeBytes = 8_192;

/** Below this no escaping can make a body too large: JSON text grows by at most six times. */
const surelySmallBytes = Math.floor((maxAnswerBytes - envelopeBytes) / 6);

const fits = (bytes: number): boolean => bytes + envelopeBytes <= maxAnswerBytes;

/**
 * Makes a body fit to be handed on byte for byte: as text where it is text, as base64 where it is compressed, not valid
 * UTF-8, or only fits so.
 * @throws {ResponseTooLargeError} when it fits in neither form
 */
export function toPayload(bytes: Buffer, compressed: boolean): AnswerPayload {
  if (!compressed && isUtf8(bytes)) {
    const body = bytes.toString('utf8');
    if (bytes.length <= surelySmallBytes || fits(Buffer.byteLength(JSON.stringify(body))))
      return { body, base64: false };
  }
  if (!fits(Math.ceil(bytes.length / 3) * 4)) throw new ResponseTooLargeError();
  return { body: bytes.toString('base64'), base64: true };
}

/** What goes back over HTTP; `base64` says in which form the body's bytes stand in `body`. */
export type ProxyAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly base64: boolean;
};

/**
 * Dresses an answer with the headers that every answer of the proxy carries.
 * @param limitStatus undefined where the limits could not be read: then the headers that need it are left out
 */
export function toProxyAnswer(
  relayed: RequestResult,
  requestId: string,
  limits: Limits,
  limitStatus: LimitStatus | undefined,
  error: GatewayError | undefined,
): ProxyAnswer {
  return {
    status: relayed.status,
    headers: {
      'Content-Type': relayed.contentType,
      ...(relayed.contentEncoding && { 'Content-Encoding': relayed.contentEncoding }),
      'X-Request-Id': requestId,
      ...policyHeader(limits),
      ...(limitStatus && limitStatusHeaders(limitStatus)),
      ...(error instanceof LimitError && { 'Retry-After': String(error.details.retryAfterSeconds) }),
    },
    body: relayed.payload.body,
    base64: relayed.payload.base64,
  };
}

/** What is known of a request when it is about to be answered. */
export type EndedRequest = {
  readonly requestId: string;
  /** When it came in, and how long it took, ms. */
  readonly at: number;
  readonly durationMs: number;
  readonly relayed: RequestResult;
  readonly admitted?: AdmittedCalls | undefined;
  readonly upstreamMs?: number | undefined;
};

/** The record of a request that the authorizer has let in. */
export const recordOf = (request: ProxyRequest, { relayed, admitted, ...ended }: EndedRequest): RequestRecord => ({
  ...ended,
  keyId: request.keyId,
  accountId: request.accountId,
  network: request.network,
  admittedSecond: admitted && epochSecond(admitted),
  status: relayed.status,
  outcome: overallOutcome(relayed.calls),
  calls: countCalls(relayed.calls),
  requestBytes: Buffer.byteLength(request.body),
  responseBytes: bytesOf(relayed),
});

const epochSecond = ({ second, limitStatus }: AdmittedCalls): number =>
  Math.floor(limitStatus.at / 1_000) + second - secondOfDay(limitStatus.at);

const bytesOf = ({ payload }: RequestResult): number =>
  Buffer.byteLength(payload.body, payload.base64 ? 'base64' : 'utf8');
