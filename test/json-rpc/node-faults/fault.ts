import fc from 'fast-check';
import { reads } from './asked.ts';

/** A node's answer to the gateway's health check, after a failure for which the call may be the reason. */
export type HealthAnswer = 'healthy' | 'behind' | 'failing' | 'rejected' | 'silent';

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

/** How a node behaves towards calls. */
export type Fault =
  | { readonly kind: PlainKind }
  | { readonly kind: 'silent' }
  | { readonly kind: 'status'; readonly status: number; readonly body: 'page' | 'good answer' }
  | { readonly kind: 'refusal'; readonly status: number }
  | { readonly kind: 'rpc error'; readonly code: number; readonly shape: ErrorShape; readonly status: number }
  | {
      readonly kind: 'echo';
      readonly status: number;
      readonly place: EchoPlace;
      readonly decoded: boolean;
      readonly coding: EchoCoding;
    };

/** A node's behaviour until the history changes it. */
export type NodeState = {
  readonly fault: Fault;
  /** The only method that the fault concerns; undefined for all of them. */
  readonly only: string | undefined;
  readonly health: HealthAnswer;
};

/** Faults that a node has before it knows the method. */
const beforeReading: ReadonlySet<Fault['kind']> = new Set([
  'loses kept connections',
  'closes kept connections',
  'refuses connections',
  'resets at once',
  'no credentials',
]);

const well: Fault = { kind: 'well' };

export const allWell: NodeState = { fault: well, only: undefined, health: 'healthy' };

/** Answers every call with an error of this code. */
export const doubtfulState = (code: number): NodeState => ({
  fault: { kind: 'rpc error', code, shape: 'each', status: 200 },
  only: undefined,
  health: 'healthy',
});

/** The fault that a request with these methods meets. */
export const faultFor = ({ fault, only }: NodeState, methods: readonly string[]): Fault =>
  only === undefined || beforeReading.has(fault.kind) || methods.includes(only) ? fault : well;

const anyOf = fc.constantFrom;

const rpcError: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constant('rpc error'),
  code: anyOf(
    -32_001,
    -32_004,
    -32_005,
    -32_005,
    -32_005,
    -32_011,
    -32_016,
    -32_429,
    -32_429,
    -32_401,
    -32_017,
    -32_602,
    -32_602,
    -32_002,
    -32_601,
  ),
  status: anyOf(200, 200, 200, 200, 400, 404, 403, 500),
  shape: anyOf<ErrorShape[]>('each', 'each', 'first', 'whole', 'null ids'),
});

/** Faults; about one in six is `well`. */
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(well) },
  { weight: 8, arbitrary: fc.record({ kind: anyOf(...plain, 'incomplete', 'incomplete') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('silent') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status'),
      status: anyOf(401, 402, 403, 404, 408, 429, 500, 503, 504, 301, 302, 307),
      body: anyOf<('page' | 'good answer')[]>('page', 'good answer'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refusal'), status: anyOf(400, 410, 413, 415, 422) }) },
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

const healthAnswer = anyOf<HealthAnswer[]>('healthy', 'healthy', 'healthy', 'behind', 'failing', 'rejected', 'silent');
const only = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: anyOf(...reads, 'sendTransaction') },
);

const stateWith = (given: fc.Arbitrary<Fault>): fc.Arbitrary<NodeState> =>
  fc.record({ fault: given, only, health: healthAnswer });

/** A node's fault, with all methods or with one, and what it says of its health. */
export const nodeState = stateWith(fault);

/** A state for each node that would rarely hit all of them by chance. */
export const epidemic = (nodes: number): fc.Arbitrary<readonly NodeState[]> =>
  fc.oneof(
    fc.array(stateWith(rpcError), { minLength: nodes, maxLength: nodes }),
    nodeState.map((same) => Array.from({ length: nodes }, () => same)),
  );
