import { BatchTooLargeError, InvalidRequestError, ParseError, UnsupportedMediaTypeError } from '../errors.ts';
import { type Call, checkCall } from './call.ts';
import { syntaxErrorAt } from './json-syntax.ts';
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
  requireJsonText(body);
  if (!body.trimStart().startsWith('[')) return { batch: false, elements: [toElement(body)] };
  const raws = elements(body, maxBatchSize + 1);
  if (raws.length === 0) throw new InvalidRequestError('The batch is empty: send at least one call.');
  if (raws.length > maxBatchSize) {
    throw new BatchTooLargeError(`The batch has more than ${maxBatchSize} calls. Split it into smaller batches.`);
  }
  return { batch: true, elements: raws.map(toElement) };
}

function requireJsonText(body: string): void {
  if (body.trim() === '') throw new ParseError('The body is empty: send a JSON-RPC 2.0 call as JSON.');
  const at = syntaxErrorAt(body);
  if (at === undefined) return;
  const detail = at >= body.length ? 'it ends too early' : `at position ${at}`;
  throw new ParseError(`The body is not valid JSON (${detail}): send a JSON-RPC 2.0 call as JSON.`);
}

function toElement(raw: string): Element {
  const checked = checkCall(raw);
  return 'problem' in checked
    ? { raw, problem: `Not a valid JSON-RPC 2.0 call: ${checked.problem}.` }
    : { raw, call: checked };
}
