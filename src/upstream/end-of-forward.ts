import { type GatewayError, NodesAtLimitError, UpstreamUnavailableError } from '../runtime/gateway-errors.ts';
import { isNotExecuted } from './next-step.ts';
import type { AnswerReading, NodeAnswered, NodeRequest, Try } from './node-request.ts';
import { errorOfFailure } from './upstream-failure.ts';

/** How a request's nodes were tried. */
export type Tried<R> = {
  /** In order. */
  readonly tries: readonly Try<R>[];
  /** How many nodes serve the request's methods. */
  readonly nodes: number;
  /** A node was left out because it has reached its limit of calls per second. */
  readonly isAtLimit: boolean;
};

/** `fromEveryNode`: no node could answer this. */
export type ForwardEnd<R> = NodeAnswered<R> & { readonly fromEveryNode: boolean };

/**
 * Chooses what the caller gets once no further node is asked. Of answers that say what a node lacks, a read gets one only
 * if every node gave one, and preferably one about missing data: that says more than that the node is behind.
 * @throws {GatewayError} there is no answer
 */
export function endOfForward<R extends AnswerReading>(
  { tries, nodes, isAtLimit }: Tried<R>,
  request: Pick<NodeRequest<R>, 'use' | 'timeLimitMs'>,
): ForwardEnd<R> {
  const last = tries.at(-1);
  const outdated = freshest(tries.flatMap(({ outcome, answered }) => (outcome === 'outdated' && answered) || []));
  // An outdated result says more than an error that no table knows.
  const isBetter = !outdated || last?.answered?.reading.doubtful === undefined;
  if (last?.outcome === 'answered' && last.answered && isBetter) return { ...last.answered, fromEveryNode: false };
  if (outdated) return { ...outdated, fromEveryNode: false };
  const withOutcome = (outcome: Try<R>['outcome']) => tries.find((one) => one.outcome === outcome)?.answered;
  const fromEveryNode = tries.length === nodes;
  const incomplete = withOutcome('incomplete');
  if (incomplete) return { ...incomplete, fromEveryNode };
  const own = withOutcome('lacking') ?? withOutcome('behind');
  const isShown = request.use === 'read' ? fromEveryNode && tries.every(({ answered }) => answered) : last?.answered;
  if (own && isShown) return { ...own, fromEveryNode };
  throw errorOf({ tries, nodes, isAtLimit }, request);
}

const freshest = <R extends AnswerReading>(answers: readonly NodeAnswered<R>[]): NodeAnswered<R> | undefined =>
  answers.toSorted((one, other) => (other.reading.height ?? 0) - (one.reading.height ?? 0))[0];

function errorOf<R>(
  { tries, nodes, isAtLimit }: Tried<R>,
  request: Pick<NodeRequest<AnswerReading>, 'use' | 'timeLimitMs'>,
): GatewayError {
  const failures = tries.flatMap(({ failure }) => failure ?? []);
  const wereAllAsked = tries.length === nodes || request.use === 'write';
  const isCallers = wereAllAsked && tries.every(({ outcome }) => outcome === 'request_refused');
  const failure = failures.findLast(({ outcome }) => isCallers || outcome !== 'request_refused');
  // A node at its limit may be able to answer.
  if (failure && !(isAtLimit && isNotExecuted(failure.outcome))) return errorOfFailure(failure, request);
  if (isAtLimit) return new NodesAtLimitError();
  return new UpstreamUnavailableError('No node gave a usable answer. Try again shortly.');
}
