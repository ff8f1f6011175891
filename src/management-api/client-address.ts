import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { originHeader } from '../environment.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time.ts';
import type { ApiRequest } from './api-request.ts';
import { RefusedError } from './problems.ts';

/** Returns the network address of a request's client. @throws {RefusedError} if the request has to come through CloudFront */
export type ClientAddress = (request: Pick<ApiRequest, 'sourceIp' | 'headers'>) => Promise<string>;

/** While the secret cannot be read, requests must not wait for it one by one. */
const retryAfterMs = 60_000;

/**
 * A client that calls the API directly has the address of its connection, whatever `X-Forwarded-For` says. Behind the
 * dashboard's distribution, which proves itself by the secret, it has the address that CloudFront has seen.
 * @param originSecret the value of {@link originHeader}
 * @param isBehindFirewall only CloudFront may call: the setting `webAcl`
 */
export function createClientAddress(
  originSecret: () => Promise<string>,
  clock: Clock,
  log: Log,
  isBehindFirewall = false,
): ClientAddress {
  let failedAt = Number.NEGATIVE_INFINITY;
  const isFromCloudFront = async (proof: string): Promise<boolean> => {
    if (clock() < failedAt + retryAfterMs) return false;
    try {
      return isEqual(proof, await originSecret());
    } catch (error) {
      failedAt = clock();
      log.warn('origin_secret_unknown', { detail: String(error) });
      return false;
    }
  };
  return async ({ sourceIp, headers }) => {
    const proof = headers[originHeader];
    const isProved = proof !== undefined && (await isFromCloudFront(proof));
    if (!isProved && isBehindFirewall) throw new RefusedError('origin_required', directRequest);
    if (!isProved) return sourceIp;
    return viewerAddress(headers['x-forwarded-for'] ?? '', sourceIp);
  };
}

const directRequest = "This address takes requests of the dashboard's address only. Send the request there.";

/**
 * CloudFront appends the viewer's address to what the viewer sent, which may be forged. API Gateway then appends
 * CloudFront's, the source of its own connection; no document promises this for HTTP APIs.
 */
function viewerAddress(forwardedFor: string, sourceIp: string): string {
  const addresses = forwardedFor.split(',').map((address) => address.trim());
  if (addresses.at(-1) === sourceIp) addresses.pop();
  const viewer = addresses.at(-1) ?? '';
  return isIP(viewer) === 0 ? sourceIp : viewer;
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
