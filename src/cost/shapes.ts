/** Traffic to compute the cost of. */
export type Shape = {
  readonly name: string;
  readonly callsPerDay: number;
  /** Calls a second of a key that is in use. */
  readonly perKeyPerSecond: number;
  /** Methods that such a key calls: a number that the DynamoDB benchmark measures. */
  readonly methods: number;
  /** How long the node takes to answer. */
  readonly nodeMs: number;
  /** Bytes of the node's answer, without headers. */
  readonly answerBytes: number;
  /** The share of calls for which API Gateway has the authorizer's answer. AWS does not say how large it is. */
  readonly authorizerHits: number;
  /** The share of invocations that find no process ready. */
  readonly coldShare: number;
  /** How long the callers' plans keep history. */
  readonly historyDays: number;
};

/** A call of the published figures: four methods, a node in the same part of the world, an answer of 1 KB, and no hit. */
export const usualCall = { methods: 4, nodeMs: 25, answerBytes: 1_000, authorizerHits: 0 };

/** The shape that targets, plans and the sensitivity tables refer to. */
export const reference: Shape = {
  ...usualCall,
  name: '10 million a day',
  callsPerDay: 10e6,
  perKeyPerSecond: 5,
  coldShare: 0.001,
  historyDays: 7,
};

/** The shapes of the report, a line each. */
export const shapes: readonly Shape[] = [
  {
    ...usualCall,
    name: 'a trickle of 43,200 a day',
    callsPerDay: 43_200,
    perKeyPerSecond: 0.5,
    coldShare: 0.01,
    historyDays: 1,
  },
  reference,
  {
    ...usualCall,
    name: '1 billion a day',
    callsPerDay: 1e9,
    perKeyPerSecond: 50,
    coldShare: 0.0002,
    historyDays: 30,
  },
];
