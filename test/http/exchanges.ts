import type { HttpRequest, NoAnswerError } from '../../src/http/http-exchange.ts';

/** A POST request with changes for one test. */
export const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  path: '/',
  headers: ['Host', 'test', 'Content-Length', '2'],
  body: '{}',
  timeoutMs: 5_000,
  ...more,
});

/** The error of an exchange; the test fails if the exchange succeeds. */
export const failureOf = (exchanged: Promise<unknown>): Promise<NoAnswerError> =>
  exchanged.then(
    () => {
      throw new Error('it was answered');
    },
    (error) => error,
  );
