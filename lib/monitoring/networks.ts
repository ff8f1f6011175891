import { routes } from '../../src/rpc-routes.ts';

/** Every network, once. */
export const networks: readonly string[] = [...new Set(routes.map(({ network }) => network))];
