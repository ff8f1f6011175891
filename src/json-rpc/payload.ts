import { builtIn } from '../built-in.ts';
import { ResponseTooLargeError } from '../errors.ts';
import { maxAnswerBytes } from '../http/answer.ts';

const { isUtf8 } = builtIn('node:buffer');

/** A body in the form in which a function hands it to the HTTP API. */
export type Payload = { readonly body: string; readonly base64: boolean };

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
export function toPayload(bytes: Buffer, compressed: boolean): Payload {
  if (!compressed && isUtf8(bytes)) {
    const body = bytes.toString('utf8');
    if (bytes.length <= surelySmallBytes || fits(Buffer.byteLength(JSON.stringify(body))))
      return { body, base64: false };
  }
  if (!fits(Math.ceil(bytes.length / 3) * 4)) throw new ResponseTooLargeError();
  return { body: bytes.toString('base64'), base64: true };
}
