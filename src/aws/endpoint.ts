import type { ServiceName } from './service.ts';

/** The region a function runs in is not known. */
export class RegionMissingError extends Error {
  override readonly name = 'RegionMissingError';
  readonly code = 'region_missing';
}

/**
 * The region, as Lambda sets it.
 * @throws {RegionMissingError}
 */
export function regionIn(variables: NodeJS.ProcessEnv): string {
  const region = variables.AWS_REGION;
  if (!region) throw new RegionMissingError('AWS_REGION must be set.');
  return region;
}

/**
 * Where a service is reached: what its own variable or AWS_ENDPOINT_URL says (AWS SDKs and Tools Reference Guide,
 * "Service-specific endpoints"), or the region's public endpoint.
 * @throws {RegionMissingError}
 */
export function endpointIn(variables: NodeJS.ProcessEnv, { name, variable }: ServiceName): URL {
  const given = variables[`AWS_ENDPOINT_URL_${variable}`] || variables.AWS_ENDPOINT_URL;
  if (given) return new URL(given);
  const region = regionIn(variables);
  return new URL(`https://${name}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);
}
