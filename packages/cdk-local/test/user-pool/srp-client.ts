import { createHash, createHmac, getDiffieHellman, hkdfSync } from 'node:crypto';

// The client's half of SRP as Amazon Cognito has it, without the time that Amplify takes for it under jest.

const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const secret = 0x1234567890abcdef1234567890abcdefn;

function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = power((base * base) % N, exponent / 2n);
  return exponent % 2n ? (half * base) % N : half;
}

function bytes(number: bigint): Buffer {
  const hex = number.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Buffer.from(Number.parseInt(even.slice(0, 2), 16) > 127 ? `00${even}` : even, 'hex');
}

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const number = (buffer: Buffer): bigint => BigInt(`0x${buffer.toString('hex')}`);

/** SRP_A. */
export const publicNumber = power(2n, secret).toString(16);

/** `Tue Sep 6 07:48:19 UTC 2026` */
function timestampOf(time: number): string {
  const [, weekday, day, month, year, clock] =
    /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(time).toUTCString()) ?? [];
  return `${weekday} ${month} ${Number(day)} ${clock} UTC ${year}`;
}

export type Answering = {
  readonly poolId: string;
  readonly password: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly challenge: Readonly<Record<string, string>>;
};

/** ChallengeResponses to a PASSWORD_VERIFIER challenge that {@link publicNumber} was sent for. */
export function responsesTo({ poolId, password, time, challenge }: Answering): Record<string, string> {
  const { SALT = '', SRP_B = '', SECRET_BLOCK = '', USER_ID_FOR_SRP = '' } = challenge;
  const poolName = poolId.split('_')[1] ?? '';
  const serverPublic = BigInt(`0x${SRP_B}`);
  const k = number(sha256(bytes(N), bytes(2n)));
  const u = number(sha256(bytes(power(2n, secret)), bytes(serverPublic)));
  const credentials = sha256(Buffer.from(`${poolName}${USER_ID_FOR_SRP}:${password}`));
  const x = number(sha256(bytes(BigInt(`0x${SALT}`)), credentials));
  const base = (((serverPublic - k * power(2n, x)) % N) + N) % N;
  const shared = power(base, secret + u * x);
  const key = Buffer.from(hkdfSync('sha256', bytes(shared), bytes(u), 'Caldera Derived Key', 16));
  const TIMESTAMP = timestampOf(time);
  const signature = createHmac('sha256', key)
    .update(poolName + USER_ID_FOR_SRP)
    .update(Buffer.from(SECRET_BLOCK, 'base64'))
    .update(TIMESTAMP)
    .digest('base64');
  return {
    USERNAME: USER_ID_FOR_SRP,
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: signature,
    TIMESTAMP,
  };
}
