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
export function endpointIn(
  variables: NodeJS.ProcessEnv,
  { name, variable }: Pick<ServiceName, 'name' | 'variable'>,
): URL {
  return givenIn(variables, variable) ?? publicEndpoint(name, regionIn(variables));
}

/**
 * Where a bucket is reached, and what stands before its keys: by its own host name (S3 User Guide, "Virtual hosting of
 * buckets"), or by its path at an endpoint that a variable names.
 * @throws {EnvironmentError}
 */
export function bucketEndpointIn(variables: NodeJS.ProcessEnv, bucket: string): { endpoint: URL; prefix: string } {
  const given = givenIn(variables, 'S3');
  if (given) return { endpoint: given, prefix: `/${bucket}` };
  return { endpoint: publicEndpoint(`${bucket}.s3`, regionIn(variables)), prefix: '' };
}

function givenIn(variables: NodeJS.ProcessEnv, variable: string): URL | undefined {
  const given = variables[`AWS_ENDPOINT_URL_${variable}`] || variables.AWS_ENDPOINT_URL;
  return given ? new URL(given) : undefined;
}

const publicEndpoint = (name: string, region: string): URL =>
  new URL(`https://${name}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);
