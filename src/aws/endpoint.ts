import { EnvironmentError } from '../environment.ts';
import type { ServiceName } from './service.ts';

/**
 * The region, as Lambda sets it.
 * @throws {EnvironmentError}
 */
export function regionIn(variables: NodeJS.ProcessEnv): string {
  const region = variables.AWS_REGION;
  if (!region) throw new EnvironmentError(['AWS_REGION']);
  return region;
}

/**
 * Where a service is reached: what its own variable or AWS_ENDPOINT_URL says (AWS SDKs and Tools Reference Guide,
 * "Service-specific endpoints"), or the region's public endpoint.
 * @throws {EnvironmentError}
 */
export function endpointIn(variables: NodeJS.ProcessEnv, { name, variable }: ServiceName): URL {
  const given = variables[`AWS_ENDPOINT_URL_${variable}`] || variables.AWS_ENDPOINT_URL;
  if (given) return new URL(given);
  const region = regionIn(variables);
  return new URL(`https://${name}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);
}
