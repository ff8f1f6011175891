import { expect, test } from '@jest/globals';
import { credentialsFrom } from '../../src/aws/aws-services.ts';

const variables = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' };

test('the credentials come from the environment, with or without a token', () => {
  expect(credentialsFrom(variables)).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' });
  for (const AWS_SESSION_TOKEN of ['', undefined]) {
    const without = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: undefined };
    expect(credentialsFrom({ ...variables, AWS_SESSION_TOKEN })).toEqual(without);
  }
});

test.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
  'a missing %s is an error that contains no secret',
  (name) => {
    for (const value of ['', undefined]) {
      const read = () => credentialsFrom({ ...variables, [name]: value });
      expect(read).toThrow(
        expect.objectContaining({ code: 'invalid_environment', message: expect.stringContaining(name) }),
      );
      expect(read).not.toThrow(/token|"secret"/);
    }
  },
);
