import * as v from 'valibot';
import { invalidParameter } from './refusal.ts';

/**
 * An operation's input by its schema.
 * @throws {Refusal} InvalidParameterException, naming what is missing or malformed
 */
export function read<T extends v.GenericSchema>(schema: T, input: unknown): v.InferOutput<T> {
  const { success, output, issues } = v.safeParse(schema, input, { abortEarly: true });
  if (success) return output;
  const path = v.getDotPath(issues[0]) ?? 'input';
  throw invalidParameter(`1 validation error detected: Value at '${path}' failed to satisfy constraint`);
}

/** A text that says something. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** A user's attributes as the API carries them. */
export const attributes = v.array(v.object({ Name: text, Value: v.optional(v.string(), '') }));
export type Attributes = v.InferOutput<typeof attributes>;
