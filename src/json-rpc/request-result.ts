import { maxAnswerBytes } from '../http/http-exchange.ts';
import type { AdmittedCalls, LimitStatus } from '../limits/limit-status.ts';
import { type CallOutcome, countCalls, overallOutcome } from '../records/record.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import { type RequestTries, shareTries } from '../records/tries.ts';
import { type GatewayError, ResponseTooLargeError } from '../runtime/gateway-errors.ts';
import { secondOfDay } from '../time.ts';
import type { AuthorizedRequest } from './parse-request.ts';

/** How a call ended, and the gateway's own error if it got one. */
export type AnsweredCall = CallOutcome & { readonly error?: GatewayError };

/** The content of an answer to the client, whether a node's or the gateway's own. */
export type RequestResult = {
  readonly status: number;
  readonly contentType: string;
  readonly contentEncoding: string | undefined;
  readonly payload: AnswerPayload;
  /** How each element of the request ended, in order. */
  readonly calls: readonly AnsweredCall[];
};

/** A result, and the facts about it that its headers and its record need. */
export type HandledRequest = {
  readonly result: RequestResult;
  readonly error?: GatewayError;
  readonly limitStatus?: LimitStatus;
  readonly admitted?: AdmittedCalls;
  readonly upstreamMs?: number;
};

/** A body in the format of a Lambda answer: text, or bytes in base64. */
export type AnswerPayload = { readonly body: string; readonly base64: boolean };

/** Room for the status and headers around the body. */
const envelopeBytes = 8_192;

/** What a body is. JSON has been checked to be valid, in UTF-8. */
export type BodyForm = 'json' | 'compressed';

/**
 * How many times as long escapes make JSON at most, when Lambda writes it as a text in JSON: two characters for a
 * quotation mark, a backslash, a line break or a tab. JSON has no other control characters.
 */
const longestEscape = 2;

const fits = (bytes: number): boolean => bytes + envelopeBytes <= maxAnswerBytes;

/**
 * Encodes a body without changing a byte: as text if possible, in base64 if it is compressed or too large as escaped
 * text.
 * @throws {ResponseTooLargeError} if it does not fit in either format
 */
export function toPayload(bytes: Buffer, form: BodyForm): AnswerPayload {
  if (form === 'json') {
    const body = bytes.toString('utf8');
    const alwaysFits = fits(bytes.length * longestEscape);
    if (alwaysFits || fits(Buffer.byteLength(JSON.stringify(body)))) return { body, base64: false };
  }
  if (!fits(Math.ceil(bytes.length / 3) * 4)) throw new ResponseTooLargeError();
  return { body: bytes.toString('base64'), base64: true };
}

type RequestTimes = Pick<RequestRecord, 'requestId' | 'at' | 'durationMs'>;

export const recordOf = (
  request: AuthorizedRequest,
  { result, admitted, upstreamMs }: HandledRequest,
  times: RequestTimes,
  tries: RequestTries,
): RequestRecord => ({
  ...times,
  upstreamMs,
  keyId: request.keyId,
  accountId: request.accountId,
  network: request.network,
  admittedSecond: admitted && epochSecondOf(admitted),
  status: result.status,
  outcome: overallOutcome(result.calls),
  ...shareTries(countCalls(result.calls.map((call, index) => ({ ...call, tries: tries.of(call.method, index) })))),
  requestBytes: Buffer.byteLength(request.body),
  responseBytes: bytesOf(result),
});

const epochSecondOf = ({ second, limitStatus }: AdmittedCalls): number =>
  Math.floor(limitStatus.at / 1_000) + second - secondOfDay(limitStatus.at);

const bytesOf = ({ payload }: RequestResult): number =>
  Buffer.byteLength(payload.body, payload.base64 ? 'base64' : 'utf8');
