import { BatchTooLargeError, InvalidRequestError, ParseError, UnsupportedMediaTypeError } from '../errors.ts';
import { type Call, checkCall } from './call.ts';
import { elements, memberValue } from './slices.ts';

/** The most calls one batch may hold. */
export const maxBatchSize = 100;

/** One element of a request: its raw text, and either the call it is or what is wrong with it. */
export type Element = { readonly raw: string; readonly call?: Call; readonly problem?: string };

/** A parsed body: one call on its own, or a batch of 1 to {@link maxBatchSize}. */
export type RpcRequest = { readonly batch: boolean; readonly elements: readonly Element[] };

/** A valid element. */
export type ValidElement = Element & { readonly call: Call };

export const isValid = (element: Element): element is ValidElement => element.call !== undefined;

/** No client needs longer ids, and the errors of a whole batch must fit into one answer. */
const maxEchoedIdLength = 4_096;

/** The raw text of a call's id, to echo with every digit; `null` where it has none, or one too long to echo. */
export function rawId(raw: string): string {
  const value = memberValue(raw, 'id');
  return value !== undefined && value.length <= maxEchoedIdLength && /^["\d-]/.test(value) ? value : 'null';
}

/**
 * Takes only JSON, whatever parameters (like a charset) stand behind the media type.
 * @throws {UnsupportedMediaTypeError}
 */
export function requireJson(contentType: string | undefined): void {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return;
  const got = mediaType ? `, not ${mediaType.slice(0, 100)}` : '; the header is missing';
  throw new UnsupportedMediaTypeError(`Send the request with Content-Type: application/json${got}.`);
}

/**
 * Takes only a body that is not compressed.
 * @throws {UnsupportedMediaTypeError}
 */
export function requireIdentity(contentEncoding: string | undefined): void {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  throw new UnsupportedMediaTypeError(`Send the request without Content-Encoding, not as ${coding.slice(0, 100)}.`);
}

/**
 * Takes only a body that came as it was sent. Where a body is not valid UTF-8, the HTTP API hands on another one, with
 * U+FFFD where it could not be read, and mostly of another length.
 * @param contentLength the header as it came, where it did
 * @throws {ParseError}
 */
export function requireUtf8(body: string, contentLength: string | undefined): void {
  const changed = contentLength !== undefined && Number(contentLength) !== Buffer.byteLength(body);
  if (body.isWellFormed() && !(body.includes('\ufffd') && changed)) return;
  throw new ParseError('The body is not valid UTF-8: send a JSON-RPC 2.0 call as JSON in UTF-8.');
}

/**
 * Parses a body as one JSON-RPC call or a batch of calls. Elements of a batch may be invalid each on its own.
 * @throws {ParseError} when it is not JSON
 * @throws {InvalidRequestError} when it is not a call, or an empty batch
 * @throws {BatchTooLargeError} when the batch has more than {@link maxBatchSize} elements
 */
export function parseRequest(body: string): RpcRequest {
  const value = parseJson(body);
  if (!Array.isArray(value)) return { batch: false, elements: [toElement(value, body)] };
  if (value.length === 0) throw new InvalidRequestError('The batch is empty: send at least one call.');
  if (value.length > maxBatchSize) {
    throw new BatchTooLargeError(
      `The batch has ${value.length} calls; at most ${maxBatchSize} are taken. Split it into smaller batches.`,
    );
  }
  const raws = elements(body);
  return { batch: true, elements: value.map((item, index) => toElement(item, raws[index] ?? 'null')) };
}

function parseJson(body: string): unknown {
  if (body.trim() === '') throw new ParseError('The body is empty: send a JSON-RPC 2.0 call as JSON.');
  try {
    return JSON.parse(body);
  } catch (error) {
    const detail = error instanceof SyntaxError ? ` (${withoutQuotation(error.message)})` : '';
    throw new ParseError(`The body is not valid JSON${detail}: send a JSON-RPC 2.0 call as JSON.`);
  }
}

/** What the parser says, without the piece of the body that it repeats, which may be anybody's secret. */
const withoutQuotation = (message: string): string => message.replace(/, (\.\.\.)?".*$/s, '').slice(0, 200);

function toElement(value: unknown, raw: string): Element {
  const checked = checkCall(value, raw);
  return 'problem' in checked
    ? { raw, problem: `Not a valid JSON-RPC 2.0 call: ${checked.problem}.` }
    : { raw, call: checked };
}
