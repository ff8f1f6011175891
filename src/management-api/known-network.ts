import { managementApiName } from '../network.ts';
import { invalidRequest } from './invalid-request.ts';
import type { ManagementApiDeps } from './operation.ts';

/** A filter by a network that does not exist would look like no calls. @throws {RefusedError} */
export function requireNetwork(network: string | undefined, { settings }: Pick<ManagementApiDeps, 'settings'>): void {
  const known = [...settings.networks.map((one) => one.network), managementApiName];
  if (network === undefined || known.includes(network)) return;
  throw invalidRequest([{ at: 'query.network', message: `must be one of: ${known.join(', ')}` }]);
}
