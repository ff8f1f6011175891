/** An answer on its way to the client. */
export type Answer = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Who made it; the request id's header is written in lower case where the gateway did (captured). */
  readonly by: 'gateway' | 'integration';
};

/** An answer of the gateway itself: `{"message": …}`. */
export const ownAnswer = ({ status, message }: { status: number; message: string }): Answer => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify({ message })),
  by: 'gateway',
});

// Captured from the live service, but 404 (API Gateway Developer Guide) and 503 (users' reports).
export const unauthorized = ownAnswer({ status: 401, message: 'Unauthorized' });
export const forbidden = ownAnswer({ status: 403, message: 'Forbidden' });
export const notFound = ownAnswer({ status: 404, message: 'Not Found' });
export const internalServerError = ownAnswer({ status: 500, message: 'Internal Server Error' });
export const serviceUnavailable = ownAnswer({ status: 503, message: 'Service Unavailable' });
