import { NoAnswerError } from '../../src/http/http-exchange.ts';
import type { UpstreamRequest } from '../../src/upstream/send-to-upstream.ts';
import type { UpstreamAnswer } from '../../src/upstream/upstream-answer.ts';
import type { SimulatedTime } from './simulated-time.ts';

type SimulatedNodeOptions = {
  readonly answerMs: number;
  /** Every so many requests, one gets the status 500: the gateway gives its calls back. Default: none. */
  readonly failingEvery?: number | undefined;
};

const answerOf = (status: number, body: string): UpstreamAnswer => ({
  status,
  contentType: 'application/json',
  contentEncoding: undefined,
  body: Buffer.from(body),
});

const result = answerOf(200, '{"jsonrpc":"2.0","result":{"context":{"slot":314159265},"value":2039280},"id":1}');
const healthy = answerOf(200, '{"jsonrpc":"2.0","result":"ok","id":1}');
const failed = answerOf(500, '');

/** A chain node that answers every request after the same time. It calls itself healthy. */
export class SimulatedNode {
  readonly #time: SimulatedTime;
  readonly #options: SimulatedNodeOptions;
  #requests = 0;

  constructor(time: SimulatedTime, options: SimulatedNodeOptions) {
    this.#time = time;
    this.#options = options;
  }

  /** @param deliver see simulated-connections.ts */
  send({ body, timeoutMs, signal }: UpstreamRequest, deliver: (callback: () => void) => void): Promise<UpstreamAnswer> {
    const { answerMs } = this.#options;
    const answer = body.includes('"getHealth"') ? healthy : this.#nextAnswer();
    return new Promise((resolve, reject) => {
      const cancel = () => reject(new NoAnswerError('cancelled'));
      signal?.addEventListener('abort', cancel);
      const end = () => {
        signal?.removeEventListener('abort', cancel);
        if (answerMs > timeoutMs) reject(new NoAnswerError('timeout'));
        else resolve(answer);
      };
      this.#time.after(Math.min(answerMs, timeoutMs), () => deliver(end));
    });
  }

  #nextAnswer(): UpstreamAnswer {
    this.#requests += 1;
    const { failingEvery } = this.#options;
    return failingEvery !== undefined && this.#requests % failingEvery === 0 ? failed : result;
  }
}
