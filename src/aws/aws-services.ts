import type { ClientVariables } from '../environment.ts';
import { EnvironmentError } from '../read-environment.ts';
import { pause, systemClock } from '../time.ts';
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

/** Creates a client from the environment variables that Lambda sets. @throws {EnvironmentError} */
export const createAwsClient = (
  service: AwsService,
  variables: NodeJS.ProcessEnv,
  options: Partial<AwsClientOptions> = {},
): AwsClient =>
  new AwsClient(service, { endpoint: endpointFrom(variables, service), ...optionsFrom(variables), ...options });

/** @throws {EnvironmentError} */
export const createBucketClient = (
  bucket: string,
  variables: NodeJS.ProcessEnv,
  options: Partial<S3BucketOptions> = {},
): S3Bucket => createS3Bucket({ ...bucketEndpointFrom(variables, bucket), ...optionsFrom(variables), ...options });

const optionsFrom = (variables: NodeJS.ProcessEnv) => ({
  region: regionFrom(variables),
  credentials: () => credentialsFrom(variables),
  clock: systemClock,
  random: Math.random,
  pause,
  // Set by the local runtime: DynamoDB on a laptop is slower.
  patience: Number(variables.CALL_PATIENCE ?? 1),
});

/** @throws {EnvironmentError} */
export function regionFrom(variables: NodeJS.ProcessEnv): string {
  const region = variables.AWS_REGION;
  if (!region) throw new EnvironmentError(['AWS_REGION']);
  return region;
}

/** Environment variables override it (AWS SDKs and Tools Reference Guide, "Service-specific endpoints"). */
export function endpointFrom(
  variables: NodeJS.ProcessEnv,
  { name, variable }: Pick<AwsService, 'name' | 'variable'>,
): URL {
  return configuredEndpoint(variables, variable) ?? publicEndpoint(name, variables);
}

/** A bucket has its own host name (S3 User Guide, "Virtual hosting of buckets"), except at a configured endpoint. */
export function bucketEndpointFrom(variables: NodeJS.ProcessEnv, bucket: string): { endpoint: URL; prefix: string } {
  const configured = configuredEndpoint(variables, 'S3');
  if (configured) return { endpoint: configured, prefix: `/${bucket}` };
  return { endpoint: publicEndpoint(`${bucket}.s3`, variables), prefix: '' };
}

function configuredEndpoint(variables: NodeJS.ProcessEnv, variable: string): URL | undefined {
  const url = variables[`AWS_ENDPOINT_URL_${variable}`] || variables.AWS_ENDPOINT_URL;
  return url ? new URL(url) : undefined;
}

/** The template names the suffix. Commands on a laptop have no template, and use that of the commercial regions. */
function publicEndpoint(name: string, variables: NodeJS.ProcessEnv & Partial<ClientVariables>): URL {
  const { URL_SUFFIX = 'amazonaws.com' } = variables;
  return new URL(`https://${name}.${regionFrom(variables)}.${URL_SUFFIX}`);
}

/** The credentials of the function's role (AWS Lambda Developer Guide, "Defined runtime environment variables"). */
export function credentialsFrom(variables: NodeJS.ProcessEnv): AwsCredentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (!accessKeyId || !secretAccessKey) throw new EnvironmentError(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
  return { accessKeyId, secretAccessKey, sessionToken: variables.AWS_SESSION_TOKEN || undefined };
}
