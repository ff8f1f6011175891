/** How much goes wrong around functions, each as a share from 0 to 1. */
export type Weather = {
  /** Of their calls to DynamoDB, faults of every kind alike. */
  readonly dynamoDb: number;
  /** Of the calls to chain nodes, and of the kept connections to them that were idle. */
  readonly upstream: number;
  /** Of the time, in which one of a network's chain nodes is frozen, rejects all credentials, or is behind. */
  readonly spells: number;
  /** Of the stream's batches. */
  readonly stream: number;
  /** Of the invocations, which are killed in the middle. */
  readonly kills: number;
};

export const calm: Weather = { dynamoDb: 0, upstream: 0, spells: 0, stream: 0, kills: 0 };
