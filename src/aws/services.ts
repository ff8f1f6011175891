import { systemClock } from '../clock.ts';
import { type Bucket, type BucketParts, createBucket } from './bucket.ts';
import { credentialsIn } from './credentials.ts';
import { bucketEndpointIn, endpointIn, regionIn } from './endpoint.ts';
import { Service, type ServiceName, type ServiceParts } from './service.ts';

/** Amazon DynamoDB, API version 2012-08-10. */
export const dynamoDb: ServiceName = {
  name: 'dynamodb',
  variable: 'DYNAMODB',
  target: 'DynamoDB_20120810',
  jsonVersion: '1.0',
};

/** AWS Secrets Manager. */
export const secretsManager: ServiceName = {
  name: 'secretsmanager',
  variable: 'SECRETS_MANAGER',
  target: 'secretsmanager',
  jsonVersion: '1.1',
};

/** AWS CodeDeploy, API version 2014-10-06. */
export const codeDeploy: ServiceName = {
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
export const reach = (name: ServiceName, variables: NodeJS.ProcessEnv, parts: Partial<ServiceParts> = {}): Service =>
  new Service(name, { endpoint: endpointIn(variables, name), ...partsIn(variables), ...parts });

/**
 * A bucket as a function reaches it, likewise.
 * @throws {EnvironmentError}
 */
export const reachBucket = (name: string, variables: NodeJS.ProcessEnv, parts: Partial<BucketParts> = {}): Bucket =>
  createBucket({ ...bucketEndpointIn(variables, name), ...partsIn(variables), ...parts });

const partsIn = (variables: NodeJS.ProcessEnv) => ({
  region: regionIn(variables),
  credentials: () => credentialsIn(variables),
  clock: systemClock,
  random: Math.random,
  pause,
});
