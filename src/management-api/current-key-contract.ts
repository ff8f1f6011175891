import type { OperationContract } from './operation.ts';
import { currentKeySchema } from './schemas/current-key-schema.ts';

/** For callers with a key instead of a token, so it is not an operation of `apiRoutes`; key-api.ts answers it. */
export const currentKeyRoute = {
  method: 'GET',
  path: '/v1/key',
  operation: {
    id: 'getCurrentKey',
    summary: 'Get the limits and the usage of the key in X-API-KEY',
    description:
      'For programs that have a key and no token. It counts against no limit of the key. A key that the RPC endpoints ' +
      'refuse is refused here, too, with 403 `{"message":"Forbidden"}`; its history then shows the refusal with the ' +
      'network `management API`. Web pages of other origins cannot call it.',
    request: {},
    responses: { 200: currentKeySchema },
    problems: [],
  },
} as const satisfies { method: 'GET'; path: string; operation: OperationContract };
