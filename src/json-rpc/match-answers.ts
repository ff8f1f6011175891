import { parseJson } from '../schema.ts';
import { type AnswerObject, isObjectAt, readObject, unreadableObject } from './answer-object.ts';
import type { JsonPart } from './json-outline.ts';
import { rawId, type ValidElement } from './rpc-request.ts';

/** One element of the array with which a node answers a batch. */
export type BatchElement = { readonly raw: Buffer; readonly object: AnswerObject };

const openBracket = 91;

/** @param parts down to depth 2. @returns no elements if the text is not an array */
export function readElements(bytes: Buffer, parts: readonly JsonPart[]): BatchElement[] {
  const [root] = parts;
  if (root === undefined || bytes[root.start] !== openBracket) return [];
  const elements: BatchElement[] = [];
  for (let at = 1; at < parts.length; ) {
    const element = parts[at];
    let next = at + 1;
    while (parts[next]?.depth === 2) next += 1;
    const isObject = element && isObjectAt(bytes, element);
    const object = isObject ? readObject(bytes, parts.slice(at + 1, next)) : unreadableObject;
    elements.push({ raw: bytes.subarray(element?.start, element?.end), object });
    at = next;
  }
  return elements;
}

/** Matches the elements of a node's array to the calls of a batch: the answer to each call, in the calls' order. */
export function matchAnswers(
  elements: readonly BatchElement[],
  calls: readonly ValidElement[],
): (BatchElement | undefined)[] {
  const byId = Map.groupBy(elements, ({ object }): unknown => parseJson(object.id ?? 'null'));
  const matched = calls.map(({ call, raw }) => takeAnswer(byId.get(call.id) ?? [], rawId(raw)));
  const unrelatedErrors = (byId.get(null) ?? []).filter(({ object }) => object.kind === 'error');
  return matched.map((element) => element ?? unrelatedErrors.shift());
}

/** Prefers the answer with exactly this id: different ids above 2^53 can parse to the same number. */
function takeAnswer(answers: BatchElement[], id: string): BatchElement | undefined {
  const exact = answers.findIndex(({ object }) => object.id === id);
  return answers.splice(Math.max(exact, 0), 1)[0];
}
