import fc from 'fast-check';

/** A node's answer to the gateway's health check, after it has left a call unanswered. */
type HealthAnswer = 'healthy' | 'behind' | 'failing' | 'silent';

/** How a node answers with a JSON-RPC error: each call, the first of a batch, the batch as a whole, or without ids. */
export type ErrorShape = 'each' | 'first' | 'whole' | 'null ids';

/** Where a node repeats the request. */
export type EchoPlace = 'result' | 'error' | 'page' | 'content type';

/**
 * How a node compresses the repeated request: only if asked to, without being asked, or only according to its header.
 */
export type EchoCoding = 'as asked' | 'deflate' | 'false gzip';

const plain = [
  'well',
  /** Connections that are open at the start of the step stay open and never answer again; new ones work. */
  'loses kept connections',
  /** A second request over a connection closes it instead of being answered. */
  'closes kept connections',
  'refuses connections',
  'resets at once',
  'resets after reading',
  /** The operator's secret cannot be read, so the node is not asked. */
  'no credentials',
  'page with 200',
  'empty 200',
  'not HTTP',
  'another id',
  'null id',
  'cut off',
  /** The HTTP answer is complete, but the JSON in it is not. */
  'cut JSON',
  /** Two results: clients differ in which of them they use. */
  'two results',
  /** A good answer in gzip, for clients that did not ask for it too. */
  'gzip unasked',
  /** Leaves out the last call of a batch. */
  'incomplete',
  'too large',
] as const;

export type PlainKind = (typeof plain)[number];

/** A node's behaviour until the history changes it. */
export type Fault =
  | { readonly kind: PlainKind }
  | { readonly kind: 'silent'; readonly health: HealthAnswer }
  | { readonly kind: 'status'; readonly status: number; readonly body: 'page' | 'good answer' }
  | { readonly kind: 'refusal'; readonly status: number }
  | { readonly kind: 'rpc error'; readonly code: number; readonly shape: ErrorShape }
  | {
      readonly kind: 'echo';
      readonly status: number;
      readonly place: EchoPlace;
      readonly decoded: boolean;
      readonly coding: EchoCoding;
    };

export const well: Fault = { kind: 'well' };

const anyOf = fc.constantFrom;

const rpcError: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constant('rpc error'),
  code: anyOf(-32_004, -32_005, -32_005, -32_005, -32_014, -32_016, -32_602, -32_002, -32_601),
  shape: anyOf<ErrorShape[]>('each', 'each', 'first', 'whole', 'null ids'),
});

/** Faults; about one in six is `well`. */
export const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(well) },
  { weight: 8, arbitrary: fc.record({ kind: anyOf(...plain, 'incomplete', 'incomplete') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('silent'),
      health: anyOf<HealthAnswer[]>('healthy', 'behind', 'failing', 'silent'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status'),
      status: anyOf(401, 402, 403, 404, 408, 429, 500, 503, 504, 301, 302, 307),
      body: anyOf<('page' | 'good answer')[]>('page', 'good answer'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refusal'), status: anyOf(400, 413, 415, 422) }) },
  { weight: 4, arbitrary: rpcError },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('echo'),
      // Answers with other statuses do not reach the client.
      status: anyOf(200, 200, 200, 400, 400, 401, 404, 500),
      place: anyOf<EchoPlace[]>('result', 'error', 'page', 'content type'),
      decoded: fc.boolean(),
      coding: anyOf<EchoCoding[]>('as asked', 'as asked', 'as asked', 'deflate', 'false gzip'),
    }),
  },
);

/** A fault for each of three nodes that would rarely hit all of them by chance. */
export const epidemic: fc.Arbitrary<readonly Fault[]> = fc.oneof(
  fc.tuple(rpcError, rpcError, rpcError),
  fault.map((same) => [same, same, same]),
);
