import type { HttpRequest, NoAnswerError } from '../../src/http/http-exchange.ts';

/** A POST, as a test changes it. */
export const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  path: '/',
  headers: ['Host', 'test', 'Content-Length', '2'],
  body: '{}',
  timeoutMs: 5_000,
  ...more,
});

/** How an exchange failed; a test fails where it did not. */
export const failureOf = (exchanged: Promise<unknown>): Promise<NoAnswerError> =>
  exchanged.then(
    () => {
      throw new Error('it was answered');
    },
    (error) => error,
  );
