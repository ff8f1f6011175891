/** Bytes of a request's body (Amazon API Gateway quotas, HTTP API: payload size). */
export const maximumBodyBytes = 10 * 1024 * 1024;

/** Bytes of the request line and all headers together (the same quotas). */
export const maximumHeaderBytes = 10_240;

/** Milliseconds that a Lambda authorizer has (the same quotas; it cannot be changed). */
export const authorizerLimit = 10_000;

/** Milliseconds that an integration has at most (the same quotas). */
export const integrationLimit = 30_000;
