import * as v from 'valibot';
import { FakeParameterError } from '../errors.ts';

export type Params = Readonly<Record<string, unknown>>;

export const Metadata = v.optional(v.union([v.literal(''), v.record(v.string(), v.string())]));
/** Stripe reads an empty string as "remove the value". */
export const ClearableText = v.optional(v.nullable(v.string()));
export const Integer = v.pipe(v.number(), v.integer());

/** Reads an operation's parameters. One that the fake does not have is refused: ignoring it would hide a mistake. */
export function readParams<E extends v.ObjectEntries>(entries: E, params: Params) {
  const result = v.safeParse(v.strictObject(entries), params);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const [first, ...rest] = (issue.path ?? []).map(({ key }) => String(key));
  const param = `${first ?? ''}${rest.map((key) => `[${key}]`).join('')}`;
  if (issue.expected === 'never') {
    throw new FakeParameterError(
      param,
      `Received unknown parameter: ${param} (the fake does not have it).`,
      'parameter_unknown',
    );
  }
  if (issue.received === 'undefined') {
    throw new FakeParameterError(param, `Missing required param: ${param}.`, 'parameter_missing');
  }
  throw new FakeParameterError(param, `Invalid ${param}: ${issue.message}`);
}

/** Stripe merges metadata: an empty value removes its key, an empty string removes all. */
export function mergeMetadata(
  metadata: Record<string, string>,
  change: v.InferOutput<typeof Metadata>,
): Record<string, string> {
  if (change === undefined) return metadata;
  if (change === '') return {};
  const merged = Object.entries({ ...metadata, ...change });
  return Object.fromEntries(merged.filter(([, value]) => value !== ''));
}

export const textOrNull = (value: string | null | undefined): string | null => value || null;

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'string');
