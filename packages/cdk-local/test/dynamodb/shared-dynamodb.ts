/**
 * The DynamoDB that `npm test` starts once for all test files, on the engine under test: to start Amazon's takes three
 * seconds of processor time. Its tables outlive a test file, so each file names its own.
 */
export const sharedDynamoDb = () => ({
  url: process.env.TEST_DYNAMODB_URL ?? 'http://the-global-setup-did-not-run.invalid',
});
