/** Traffic to reckon the cost of. */
export type Shape = {
  readonly name: string;
  readonly callsPerDay: number;
  /** Calls a second of a key that is in use: one of those that the DynamoDB benchmark measures. */
  readonly perKeyPerSecond: 0.5 | 5 | 50;
  /** The share of calls that find no process ready, in each of the two functions. */
  readonly coldShare: number;
  /** How long the plans of those who call keep history. */
  readonly historyDays: number;
};

/** The shapes of the report, a line each. */
export const shapes: readonly Shape[] = [
  { name: 'a trickle of 43,200 a day', callsPerDay: 43_200, perKeyPerSecond: 0.5, coldShare: 0.01, historyDays: 1 },
  { name: '10 million a day', callsPerDay: 10e6, perKeyPerSecond: 5, coldShare: 0.001, historyDays: 7 },
  { name: '1 billion a day', callsPerDay: 1e9, perKeyPerSecond: 50, coldShare: 0.0002, historyDays: 30 },
];
