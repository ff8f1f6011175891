import { FakeParameterError, FakeStripeError } from './errors.ts';

export type FakeAnswer = { status: number; body: unknown };

const keptForSeconds = 24 * 3600;

/**
 * Answers of POST requests by idempotency key, for 24 hours, errors included. A request that was refused before it
 * ran (bad parameters) is not kept. Source: docs.stripe.com/api/idempotent_requests
 */
export class IdempotentAnswers {
  readonly #answers = new Map<string, { request: string; answer: string; status: number; at: number }>();

  /** @param request What must be the same when the key is used again. */
  answer(key: string, request: string, now: number, run: () => FakeAnswer): FakeAnswer {
    if (key.length > 255) throw new FakeParameterError('Idempotency-Key', 'The key is longer than 255 characters.');
    const kept = this.#answers.get(key);
    if (kept && now - kept.at < keptForSeconds) {
      if (kept.request !== request) throw keyReused(key);
      return { status: kept.status, body: JSON.parse(kept.answer) };
    }
    const answer = run();
    this.#answers.set(key, { request, answer: JSON.stringify(answer.body), status: answer.status, at: now });
    return answer;
  }
}

const keyReused = (key: string): FakeStripeError =>
  new FakeStripeError(400, {
    type: 'idempotency_error',
    message: `Idempotency key '${key}' was used with another request. Use a new key for other parameters.`,
  });
