import { NoAnswerError } from '../../src/http/http-exchange.ts';
import type { EpochMs } from '../../src/time.ts';
import type { UpstreamRequest } from '../../src/upstream/send-to-upstream.ts';
import type { UpstreamAnswer } from '../../src/upstream/upstream-answer.ts';
import type { Scenario } from './scenario.ts';
import type { SimulatedTime } from './simulated-time.ts';

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
  readonly #startAt: EpochMs;
  readonly #options: Scenario['node'];
  #requests = 0;

  /** @param startAt when the load begins */
  constructor(time: SimulatedTime, startAt: EpochMs, options: Scenario['node']) {
    this.#time = time;
    this.#startAt = startAt;
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
    const { failingEvery, outage } = this.#options;
    const second = (this.#time.now - this.#startAt) / 1_000;
    if (outage && outage.from <= second && second < outage.to) return failed;
    return failingEvery !== undefined && this.#requests % failingEvery === 0 ? failed : result;
  }
}
