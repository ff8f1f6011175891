/** DynamoDB Local requires credentials and a region, but does not check them. */
export const localAccess = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'operator', secretAccessKey: 'operator' },
};
