import { routes } from '../../src/routes.ts';

/** Every network, once. */
export const networks: readonly string[] = [...new Set(routes.map(({ network }) => network))];
