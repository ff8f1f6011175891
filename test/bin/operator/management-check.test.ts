import { expect, test } from '@jest/globals';
import { checkManagement, type DeployedFunctions } from '../../../bin/operator/management-check.ts';

const arnOf = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}:live`;
const functions = {
  api: arnOf('api'),
  publicApi: arnOf('public'),
  tokenAuthorizer: arnOf('tokens'),
  keyAuthorizer: arnOf('keys'),
  keyApi: arnOf('key-api'),
};
const good: Readonly<Record<string, unknown>> = {
  [functions.api]: { statusCode: 404 },
  [functions.publicApi]: { statusCode: 422 },
  [functions.tokenAuthorizer]: { isAuthorized: false },
  [functions.keyAuthorizer]: { isAuthorized: false },
  [functions.keyApi]: { statusCode: 200 },
};

/** The alias of each function is at version 7, and Lambda keeps these versions. */
const awsWith = (answers: object, versions: readonly number[]): DeployedFunctions => ({
  invoke: async (arn) => ({ ...good, ...answers })[arn],
  versionOf: async () => 7,
  versionsOf: async () => versions,
});

test('a deployment whose functions answer as they should needs nothing', async () => {
  expect(await checkManagement(functions, 'free', awsWith({}, [6, 7]))).toEqual([]);
});

test('a function that fails is named, with the command that moves it back to the last version before', async () => {
  const failing = { [functions.keyApi]: { statusCode: 500 } };
  // Version 8 is of a deployment that failed, and 6 is gone with another.
  expect(await checkManagement(functions, 'free', awsWith(failing, [4, 5, 7, 8]))).toEqual([
    {
      check: 'GET /v1/key answers',
      detail: expect.stringContaining('statusCode'),
      rollback: 'aws lambda update-alias --function-name key-api --name live --function-version 5',
    },
  ]);
});

test('each failing function is reported, also one without an earlier version', async () => {
  const failing = { [functions.api]: { statusCode: 200 }, [functions.tokenAuthorizer]: { isAuthorized: true } };
  const failed = await checkManagement(functions, 'free', awsWith(failing, [7]));
  expect(failed.map(({ rollback }) => rollback)).toEqual(
    Array(2).fill('There is no earlier version. Deploy a correction.'),
  );
});
