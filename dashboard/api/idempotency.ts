import { useState } from 'react';

/** The header that makes a repeated request change nothing more (draft-ietf-httpapi-idempotency-key-header). */
type IdempotencyHeader = { readonly 'idempotency-key': string };

/** Sends a change with the key of the user's act. `values` are what the user entered. */
type SendOnce = <Answer>(values: unknown, send: (headers: IdempotencyHeader) => Promise<Answer>) => Promise<Answer>;

/**
 * Gives every act of a user one `Idempotency-Key`: a try again with the same values has the same key, until one succeeds.
 * Other values are another act.
 */
export function idempotentActs(newKey: () => string): SendOnce {
  let act: { readonly values: string; readonly key: string } | undefined;
  return async (values, send) => {
    const text = JSON.stringify(values);
    const current = act?.values === text ? act : { values: text, key: newKey() };
    act = current;
    const answer = await send({ 'idempotency-key': current.key });
    if (act === current) act = undefined;
    return answer;
  };
}

/** {@link idempotentActs} of a form or dialog. It forgets the values when it closes. */
export const useIdempotency = (): SendOnce => useState(() => idempotentActs(() => crypto.randomUUID()))[0];
