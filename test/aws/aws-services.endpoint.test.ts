import { describe, expect, test } from '@jest/globals';
import { bucketEndpointFrom, dynamoDb, endpointFrom, regionFrom, secretsManager } from '../../src/aws/aws-services.ts';

const AWS_REGION = 'eu-central-1';

describe('the endpoint', () => {
  test('is the public one of the region', () => {
    expect(endpointFrom({ AWS_REGION }, dynamoDb).href).toBe('https://dynamodb.eu-central-1.amazonaws.com/');
    expect(endpointFrom({ AWS_REGION }, secretsManager).href).toBe(
      'https://secretsmanager.eu-central-1.amazonaws.com/',
    );
    const URL_SUFFIX = 'amazonaws.test';
    expect(endpointFrom({ AWS_REGION, URL_SUFFIX }, dynamoDb).host).toBe('dynamodb.eu-central-1.amazonaws.test');
  });

  test('comes from the service’s own variable, or else from the variable for all services', () => {
    const all = { AWS_REGION, AWS_ENDPOINT_URL: 'http://all.invalid:1' };
    const own = { ...all, AWS_ENDPOINT_URL_DYNAMODB: 'http://own.invalid:2' };
    expect(endpointFrom(own, dynamoDb).host).toBe('own.invalid:2');
    expect(endpointFrom(own, secretsManager).host).toBe('all.invalid:1');
    expect(endpointFrom({ ...own, AWS_ENDPOINT_URL_DYNAMODB: '' }, dynamoDb).host).toBe('all.invalid:1');
  });

  test('of a bucket is its own host, or a path at a configured endpoint', () => {
    expect(bucketEndpointFrom({ AWS_REGION }, 'failures')).toEqual({
      endpoint: new URL('https://failures.s3.eu-central-1.amazonaws.com'),
      prefix: '',
    });
    expect(bucketEndpointFrom({ AWS_REGION, AWS_ENDPOINT_URL_S3: 'http://own.invalid:2' }, 'failures')).toEqual({
      endpoint: new URL('http://own.invalid:2'),
      prefix: '/failures',
    });
  });

  test('requires a region', () => {
    expect(() => endpointFrom({}, dynamoDb)).toThrow(expect.objectContaining({ code: 'invalid_environment' }));
    expect(() => regionFrom({ AWS_REGION: '' })).toThrow(expect.objectContaining({ code: 'invalid_environment' }));
  });
});
