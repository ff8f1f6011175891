import { EnvironmentError } from '../environment.ts';
import { systemClock } from '../time.ts';
import { AwsClient, type AwsClientOptions, type AwsService } from './aws-client.ts';
import { createS3Bucket, type S3Bucket, type S3BucketOptions } from './s3-bucket.ts';
import type { AwsCredentials } from './sigv4.ts';

/** Amazon DynamoDB, API version 2012-08-10. */
export const dynamoDb: AwsService = {
  name: 'dynamodb',
  variable: 'DYNAMODB',
  target: 'DynamoDB_20120810',
  jsonVersion: '1.0',
};

/** AWS Secrets Manager. */
export const secretsManager: AwsService = {
  name: 'secretsmanager',
  variable: 'SECRETS_MANAGER',
  target: 'secretsmanager',
  jsonVersion: '1.1',
};

/** AWS CodeDeploy, API version 2014-10-06. */
export const codeDeploy: AwsService = {
  name: 'codedeploy',
  variable: 'CODEDEPLOY',
  target: 'CodeDeploy_20141006',
  jsonVersion: '1.1',
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * A service as a function reaches it by what Lambda sets in its environment.
 * @throws {EnvironmentError}
 */
export const createAwsClient = (
  name: AwsService,
  variables: NodeJS.ProcessEnv,
  parts: Partial<AwsClientOptions> = {},
): AwsClient => new AwsClient(name, { endpoint: endpointFrom(variables, name), ...optionsFrom(variables), ...parts });

/**
 * A bucket as a function reaches it, likewise.
 * @throws {EnvironmentError}
 */
export const createBucketClient = (
  name: string,
  variables: NodeJS.ProcessEnv,
  parts: Partial<S3BucketOptions> = {},
): S3Bucket => createS3Bucket({ ...bucketEndpointFrom(variables, name), ...optionsFrom(variables), ...parts });

const optionsFrom = (variables: NodeJS.ProcessEnv) => ({
  region: regionFrom(variables),
  credentials: () => credentialsFrom(variables),
  clock: systemClock,
  random: Math.random,
  pause,
});

/**
 * The region, as Lambda sets it.
 * @throws {EnvironmentError}
 */
export function regionFrom(variables: NodeJS.ProcessEnv): string {
  const region = variables.AWS_REGION;
  if (!region) throw new EnvironmentError(['AWS_REGION']);
  return region;
}

/**
 * Where a service is reached: what its own variable or AWS_ENDPOINT_URL says (AWS SDKs and Tools Reference Guide,
 * "Service-specific endpoints"), or the region's public endpoint.
 * @throws {EnvironmentError}
 */
export function endpointFrom(
  variables: NodeJS.ProcessEnv,
  { name, variable }: Pick<AwsService, 'name' | 'variable'>,
): URL {
  return configuredEndpoint(variables, variable) ?? publicEndpoint(name, regionFrom(variables));
}

/**
 * Where a bucket is reached, and what stands before its keys: by its own host name (S3 User Guide, "Virtual hosting of
 * buckets"), or by its path at an endpoint that a variable names.
 * @throws {EnvironmentError}
 */
export function bucketEndpointFrom(variables: NodeJS.ProcessEnv, bucket: string): { endpoint: URL; prefix: string } {
  const given = configuredEndpoint(variables, 'S3');
  if (given) return { endpoint: given, prefix: `/${bucket}` };
  return { endpoint: publicEndpoint(`${bucket}.s3`, regionFrom(variables)), prefix: '' };
}

function configuredEndpoint(variables: NodeJS.ProcessEnv, variable: string): URL | undefined {
  const given = variables[`AWS_ENDPOINT_URL_${variable}`] || variables.AWS_ENDPOINT_URL;
  return given ? new URL(given) : undefined;
}

const publicEndpoint = (name: string, region: string): URL =>
  new URL(`https://${name}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);

/**
 * The credentials of a function's role, where Lambda puts them (AWS Lambda Developer Guide, "Defined runtime environment
 * variables"). They are read anew for every request, so that a change of them holds from the next one on.
 * @throws {EnvironmentError}
 */
export function credentialsFrom(variables: NodeJS.ProcessEnv): AwsCredentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (!accessKeyId || !secretAccessKey) throw new EnvironmentError(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
  return { accessKeyId, secretAccessKey, sessionToken: variables.AWS_SESSION_TOKEN || undefined };
}
