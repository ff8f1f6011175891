import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import * as v from 'valibot';

/** What the pools sign their tokens with, and the key set that they publish. */
export type SigningKey = {
  readonly id: string;
  readonly key: CryptoKey;
  readonly published: { readonly keys: JWK[] };
};

const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ kty: v.literal('RSA'), n: v.string(), e: v.string(), kid: v.string() }),
);

/** The folder's own key, made when there is none: tokens stay good over a restart, and are worth nothing elsewhere. */
export async function openSigningKey(folder: string): Promise<SigningKey> {
  const file = join(folder, 'signing-key.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await newKey()), { mode: 0o600 });
  const jwk = v.parse(stored, readFileSync(file, 'utf8'));
  const key = await importJWK(jwk, 'RS256');
  if (key instanceof Uint8Array) throw new TypeError(`${file} holds no RSA key`);
  const { kty, n, e, kid } = jwk;
  return { id: kid, key, published: { keys: [{ kty, n, e, kid, alg: 'RS256', use: 'sig' }] } };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) };
}
