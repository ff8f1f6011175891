/** What DynamoDB Local wants in place of an account and a region: any will do. */
export const localAccess = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'operator', secretAccessKey: 'operator' },
};
