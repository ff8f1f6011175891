import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { RefusedError } from './problems.ts';

/**
 * What a cursor belongs to: the list, the account, the key and the filters. It is signed with the cursor and not in it, so
 * that a cursor opens nothing but the list it came from.
 */
export type CursorScope = readonly unknown[];

/**
 * Where a list goes on, as a text that clients hand back and cannot change.
 * @param position any value of JSON
 */
export function sealCursor(signingKey: string, scope: CursorScope, position: unknown): string {
  const place = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${place}.${sign(signingKey, scope, place).toString('base64url')}`;
}

/**
 * The position in a cursor.
 * @throws {RefusedError} invalid_cursor, unless it was sealed with that key for that very scope
 */
export function openCursor<S extends v.GenericSchema>(
  signingKey: string,
  scope: CursorScope,
  schema: S,
  cursor: string,
): v.InferOutput<S> {
  const [place = '', signature = ''] = cursor.split('.');
  const expected = sign(signingKey, scope, place);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalidCursor();
  // What was sealed by an earlier version may have another form.
  const position = v.safeParse(schema, JSON.parse(Buffer.from(place, 'base64url').toString()));
  if (!position.success) throw invalidCursor();
  return position.output;
}

const sign = (signingKey: string, scope: CursorScope, place: string): Buffer =>
  createHmac('sha256', signingKey)
    .update(JSON.stringify([scope, place]))
    .digest();

const invalidCursor = () =>
  new RefusedError(
    'invalid_cursor',
    'The cursor does not belong to this list. Send it with the filters it came with, or begin anew without one.',
  );
