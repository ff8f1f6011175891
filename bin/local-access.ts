/** DynamoDB Local needs credentials and a region, and does not check them. */
export const localAccess = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'operator', secretAccessKey: 'operator' },
};
