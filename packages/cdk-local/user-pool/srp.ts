import { createHash, createHmac, getDiffieHellman, hkdfSync } from 'node:crypto';

// The server's half of SRP-6a (RFC 5054) with Amazon Cognito's choices: the group of 3,072 bits, g = 2, SHA-256, numbers
// hashed as two's complement, and a key by HKDF. The client's half is Amplify's AuthenticationHelper.

/** Whose password it is. `userId` is what the challenge calls USER_ID_FOR_SRP. */
export type Identity = { readonly poolId: string; readonly userId: string; readonly password: string };

/** What the two sides have told each other, and the server's secret. */
export type Exchange = {
  readonly salt: bigint;
  readonly clientPublic: bigint;
  readonly serverPublic: bigint;
  readonly serverSecret: bigint;
};

const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const g = 2n;
const k = hashed(padded(N), padded(g));

/** A client's public number, out of its hexadecimal digits; undefined where it would give the key away. */
export function clientPublicOf(digits: string): bigint | undefined {
  if (!/^[\da-f]{1,768}$/i.test(digits)) return undefined;
  const number = BigInt(`0x${digits}`);
  return number % N === 0n ? undefined : number;
}

/** The server's public number, for the password that it knows. */
export const serverPublicOf = (identity: Identity, salt: bigint, serverSecret: bigint): bigint =>
  (k * verifierOf(identity, salt) + power(g, serverSecret)) % N;

/** The proof, in base64, that the client knows the password (PASSWORD_CLAIM_SIGNATURE). */
export function proofOf(identity: Identity, exchange: Exchange, secretBlock: string, timestamp: string): string {
  return createHmac('sha256', keyOf(identity, exchange))
    .update(poolNameOf(identity) + identity.userId)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest('base64');
}

function keyOf(identity: Identity, { salt, clientPublic, serverPublic, serverSecret }: Exchange): Buffer {
  const u = hashed(padded(clientPublic), padded(serverPublic));
  const shared = power(clientPublic * power(verifierOf(identity, salt), u), serverSecret);
  return Buffer.from(hkdfSync('sha256', padded(shared), padded(u), 'Caldera Derived Key', 16));
}

function verifierOf(identity: Identity, salt: bigint): bigint {
  const credentials = createHash('sha256').update(`${poolNameOf(identity)}${identity.userId}:${identity.password}`);
  return power(g, hashed(padded(salt), credentials.digest()));
}

const poolNameOf = ({ poolId }: Identity): string => poolId.slice(poolId.indexOf('_') + 1);

function hashed(...parts: Buffer[]): bigint {
  return BigInt(`0x${createHash('sha256').update(Buffer.concat(parts)).digest('hex')}`);
}

/** The shortest two's complement of a positive number. */
function padded(number: bigint): Buffer {
  const digits = number.toString(16);
  const even = digits.length % 2 ? `0${digits}` : digits;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

/** Modulo N. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base % N, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % N) {
    if (rest & 1n) result = (result * square) % N;
  }
  return result;
}
