/**
 * Why there is no usable answer; `damaged` is one that is no answer to what was asked, and `withheld` one that shows what
 * must stay inside.
 */
export type NoAnswer = 'unreachable' | 'timeout' | 'too_large' | 'cancelled' | 'damaged' | 'withheld';

type Sending = { readonly sent?: boolean; readonly reused?: boolean; readonly cause?: unknown };

/**
 * There is no usable answer. `sent` says whether the request may have arrived, and `reused` whether it went over a
 * kept-alive connection, which the other side may have closed long before.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code: NoAnswer;
  readonly sent: boolean;
  readonly reused: boolean;

  constructor(code: NoAnswer, { sent = true, reused = false, cause }: Sending = {}) {
    super(`no usable answer (${code})`, { cause });
    this.code = code;
    this.sent = sent;
    this.reused = reused;
  }
}
