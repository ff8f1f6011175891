// Rotates a key of the gateway so that a lost answer costs nothing: no client is refused, and at most one secret exists that
// nobody knows. README.md, "What happens when something is lost"

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** The rotation cannot go on. The message says what to do, and has no secret. */
export class RotationError extends Error {}

/** The gateway's id of a secret within its key: the first 16 hexadecimal digits of its SHA-256. */
export const secretIdOf = (secret) => createHash('sha256').update(secret).digest('hex').slice(0, 16);

/** A rotation can lose so many answers. */
const maxAttempts = 20;

/**
 * A new secret of the key; the one in use works on for the grace period.
 * @param gateway `{ apiUrl, token, keyId, graceHours }`: the dashboard's address, and an account token with the permission
 *   `keys`. Tests also pass `fetch` and `pause`
 * @param current the secret in use; any text if there is none
 * @param rotationId the same for every try of one rotation, and for no other
 * @throws {RotationError}
 */
export async function newSecret(gateway, current, rotationId) {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    requireRotatable(await readKey(gateway), current);
    const body = { graceHours: gateway.graceHours };
    // A repetition of an attempt changes nothing. So a request that is still on its way, from a function that was killed,
    // cannot replace a later secret.
    const headers = { 'idempotency-key': `${rotationId}-${attempt}` };
    const { secret } = await request(gateway, 'POST', `keys/${gateway.keyId}/rotate`, body, headers);
    if (secret !== null) return secret;
    // The attempt was carried out before, and its answer was lost: the next one replaces that secret.
  }
  throw new RotationError(`${maxAttempts} answers were lost. Start a new rotation.`);
}

export const readKey = (gateway) => request(gateway, 'GET', `keys/${gateway.keyId}`);

/** A rotation during a grace period ends the newest secret at once: nobody may use that one. */
function requireRotatable({ state, secrets }, current) {
  if (state !== 'active') throw new RotationError('The key is revoked. Create a key, and store its secret.');
  const [, older] = secrets;
  if (older === undefined || older.secretId === secretIdOf(current)) return;
  throw new RotationError(
    `The grace period of the last rotation runs until ${older.expiresAt}. A rotation now would end the secret in use. ` +
      'Wait, or end the older secret in the dashboard.',
  );
}

/** The id of the key that the gateway accepts this secret for; undefined if it refuses it. Uses no quota. */
export async function keyIdOf(gateway, secret) {
  const response = await send(gateway, `${gateway.apiUrl}/v1/key`, { headers: { 'x-api-key': secret } });
  if (response.status === 403) return undefined;
  if (!response.ok) throw new RotationError(`GET /v1/key: ${response.status}.`);
  return (await response.json()).keyId;
}

/** Sends a request until it is answered, at most four times. @throws {RotationError} if it is refused */
async function request(gateway, method, path, body, headers = {}) {
  const all = { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json', ...headers };
  const url = `${gateway.apiUrl}/by-token/v1/${path}`;
  const response = await send(gateway, url, { method, headers: all, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  if (text === '{"message":"Forbidden"}') throw new RotationError('The account token is revoked or has expired.');
  throw new RotationError(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
}

/** The first answer that is neither a 429 nor a 5xx. */
async function send(gateway, url, options, tries = 4) {
  const { fetch = globalThis.fetch, pause = setTimeout } = gateway;
  const last = tries === 1;
  try {
    const response = await fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(10_000) });
    if (last || (response.status !== 429 && response.status < 500)) return response;
    const seconds = Number(response.headers.get('retry-after')) || 0;
    await pause(1_000 * Math.min(Math.max(seconds, 0.5), 5));
  } catch (error) {
    if (last) throw new RotationError(`No answer from ${new URL(url).host}: ${error.cause?.message || error.message}`);
    await pause(500);
  }
  return send(gateway, url, options, tries - 1);
}
