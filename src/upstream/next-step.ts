/**
 * What a call does to the chain. `signed`: a transaction that its sender has signed, with nothing else but reads beside
 * it. The chain takes it once, however often it is sent. `write`: anything else that may change the chain, such as a
 * method that a node signs, and methods that no list knows.
 */
export type CallUse = 'read' | 'signed' | 'write';

/**
 * `end`: the caller gets this answer, or the gateway's error if there is none. `second opinion`: the caller gets this
 * answer, unless one more node has a better one.
 */
export type NextStep = 'end' | 'next node' | 'second opinion';

const readsGoOn = { read: 'next node', signed: 'end', write: 'end' } as const;
const notExecuted = { read: 'next node', signed: 'next node', write: 'end' } as const;
const final = { read: 'end', signed: 'end', write: 'end' } as const;

/**
 * What follows each way in which a try at a node ends. A read may be sent to every node. A signed transaction goes on
 * only if the node has certainly not executed it, and any other write only if nothing was sent.
 */
const nextSteps = {
  /** Results, and errors that the chain's table calls the caller's. */
  answered: final,
  /** An error that no table knows. */
  doubtful: { ...final, read: 'second opinion' },
  /** A result that was made further behind the chain than the network allows. */
  outdated: readsGoOn,
  /** An error by which the node says that it does not have the data, or that it is behind, for some calls of a batch. */
  lacking: readsGoOn,
  /** A code by which the node says that it is behind, for all calls. */
  behind: notExecuted,
  /** An answer to some calls of a batch only. */
  incomplete: readsGoOn,
  /** No connection was opened. */
  unsent: { read: 'next node', signed: 'next node', write: 'next node' },
  /** 401, 402, 403, 429, or a code of the operator's limit or refused account. */
  refused: notExecuted,
  /** The text of such an error, under a code that means nothing. */
  refused_by_text: readsGoOn,
  /** 413, 414, 415 or 431. */
  request_refused: notExecuted,
  /** More than Lambda can pass on. */
  too_large: final,
  /** Everything else: no answer in time, a reset, 5xx, HTML, another id … */
  failed: readsGoOn,
} as const satisfies Readonly<Record<string, Readonly<Record<CallUse, NextStep>>>>;

/** How a try at a node ended. */
export type TryOutcome = keyof typeof nextSteps;

/** What follows a try. A second outdated result shows that the chain is slow, and not one node. */
export const nextStep = (outcome: TryOutcome, use: CallUse, before: readonly TryOutcome[] = []): NextStep =>
  outcome === 'outdated' && before.includes('outdated') ? 'end' : nextSteps[outcome][use];

/** Checks that the call certainly did not take effect, so that its caller may send it again. */
export const isNotExecuted = (outcome: TryOutcome): boolean => nextSteps[outcome].signed === 'next node';
