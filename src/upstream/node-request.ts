import type { Chain } from '../chains/chain.ts';
import type { Upstream } from '../network.ts';
import type { Tries } from '../records/tries.ts';
import type { CallsOfAccount } from './method-faults.ts';
import type { CallUse, TryOutcome } from './next-step.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { UpstreamFailure } from './upstream-failure.ts';

/** What an answer to a request is worth. */
export type AnswerReading = {
  readonly outcome: Exclude<TryOutcome, 'doubtful' | 'outdated' | 'unsent' | 'too_large'>;
  /** The lowest height at which a result was made. */
  readonly height?: number | undefined;
  /** An error of some call names a limit of the operator's account there, or refuses the account. */
  readonly cause?: 'limited' | 'refused' | undefined;
  /** An error of some call says that the node is behind. */
  readonly isBehind?: boolean | undefined;
  /** Methods for which the node gave errors that no table knows, and nothing else; undefined without such an error. */
  readonly doubtful?: readonly string[] | undefined;
};

export type NodeRequest<R extends AnswerReading> = CallsOfAccount & {
  readonly network: string;
  readonly chain: Chain;
  readonly body: string;
  /** How many calls the body has. */
  readonly callCount: number;
  readonly use: CallUse;
  readonly acceptGzip: boolean;
  /** Returns the oldest block that a call of it names. Only asked if there is a choice of nodes. */
  readonly oldestBlock?: () => number | undefined;
  /** How long all attempts together may take, in ms; set by the key's plan. */
  readonly timeLimitMs: number;
  readonly read: (answer: UpstreamAnswer) => R;
  /** Notes each try. */
  readonly tries?: Tries;
  readonly signal?: AbortSignal | undefined;
};

/** A node's answer, which can be passed on. */
export type NodeAnswered<R> = { readonly answer: UpstreamAnswer; readonly reading: R };

/** How one node was tried: its answer, or the failure. */
export type Try<R> = {
  readonly node: Upstream;
  readonly outcome: TryOutcome;
  readonly answered?: NodeAnswered<R>;
  readonly failure?: UpstreamFailure;
};
