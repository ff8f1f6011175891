import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import type { HttpAnswer } from './connections.ts';
import { AwsError, NoAnswerError } from './errors.ts';

/** The members of an answer of AWS, which is always one JSON object. */
export type Answer = Readonly<Record<string, unknown>>;

// Not a record: that walks over members whose form only the caller knows.
const answerSchema = v.custom<Answer>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const text = v.fallback(v.optional(v.string()), undefined);
const errorSchema = v.object({ __type: text, message: text, Message: text });

/**
 * The members of an answer that is whole and says success.
 * @throws {AwsError} for one that says failure
 * @throws {NoAnswerError} for one that is damaged: no JSON object, or not the bytes whose checksum `x-amz-crc32` gives
 */
export function readAnswer({ status, headers, body }: HttpAnswer): Answer {
  const checksum = headers['x-amz-crc32'];
  if (checksum !== undefined && Number(checksum) !== crc32(body)) throw new NoAnswerError('damaged');
  const { success, output } = v.safeParse(answerSchema, parse(body));
  if (status !== 200) throw toError(status, headers.date, success ? output : {});
  if (!success) throw new NoAnswerError('damaged');
  return output;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function toError(status: number, date: string | undefined, answer: Answer): AwsError {
  const { __type = '', message, Message } = v.parse(errorSchema, answer);
  // Like `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`.
  const name = __type.slice(__type.lastIndexOf('#') + 1) || 'UnknownError';
  const answeredAt = Date.parse(date ?? '') || undefined;
  return new AwsError(name, message ?? Message ?? `AWS answered with status ${status}.`, {
    status,
    answeredAt,
    answer,
  });
}
