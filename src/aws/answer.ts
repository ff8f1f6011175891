import { builtIn } from '../built-in.ts';
import { isObject, isText, type Members } from '../form.ts';
import type { HttpAnswer } from '../http/answer.ts';
import { NoAnswerError } from '../http/no-answer-error.ts';
import { parseJson } from '../json.ts';
import { AwsError } from './errors.ts';

const { crc32 } = builtIn('node:zlib');

/** The members of an answer of AWS, which is always one JSON object. */
export type Answer = Members;

/**
 * The members of an answer that is whole and says success.
 * @throws {AwsError} for one that says failure
 * @throws {NoAnswerError} for one that is damaged: no JSON object, or not the bytes whose checksum `x-amz-crc32` gives
 */
export function readAnswer({ status, headers, body }: HttpAnswer): Answer {
  const checksum = headers['x-amz-crc32'];
  if (checksum !== undefined && Number(checksum) !== crc32(body)) throw new NoAnswerError('damaged');
  const answer = parseJson(body.toString());
  if (status !== 200) throw toError(status, headers.date, isObject(answer) ? answer : {});
  if (!isObject(answer)) throw new NoAnswerError('damaged');
  return answer;
}

function toError(status: number, date: string | undefined, answer: Answer): AwsError {
  // Like `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`.
  const type = isText(answer.__type) ? answer.__type : '';
  const name = type.slice(type.lastIndexOf('#') + 1) || 'UnknownError';
  const message = [answer.message, answer.Message].find(isText) ?? `AWS answered with status ${status}.`;
  return new AwsError(name, message, { status, answeredAt: Date.parse(date ?? '') || undefined, answer });
}
