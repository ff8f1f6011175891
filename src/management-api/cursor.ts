import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { RefusedError } from './problems.ts';

/**
 * The list that a cursor belongs to: operation, account, key and filters. The signature covers it, but the cursor does not
 * contain it, so a cursor is valid only for the list that issued it.
 */
export type CursorScope = readonly unknown[];

/**
 * Encodes the position in a list as a signed string, so that clients cannot change it.
 * @param position any JSON value
 */
export function sealCursor(signingKey: string, scope: CursorScope, position: unknown): string {
  const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${payload}.${sign(signingKey, scope, payload).toString('base64url')}`;
}

/** @throws {RefusedError} `invalid_cursor` unless it was sealed with this key for this scope */
export function openCursor<S extends v.GenericSchema>(
  signingKey: string,
  scope: CursorScope,
  schema: S,
  cursor: string,
): v.InferOutput<S> {
  const [payload = '', signature = ''] = cursor.split('.');
  const expected = sign(signingKey, scope, payload);
  const actual = Buffer.from(signature, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw invalidCursor();
  // An earlier version of the gateway may have sealed another schema.
  const position = v.safeParse(schema, JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!position.success) throw invalidCursor();
  return position.output;
}

const sign = (signingKey: string, scope: CursorScope, payload: string): Buffer =>
  createHmac('sha256', signingKey)
    .update(JSON.stringify([scope, payload]))
    .digest();

const invalidCursor = () =>
  new RefusedError(
    'invalid_cursor',
    'The cursor does not match this list. Send it with the filters of the previous page, or omit it to start over.',
  );
