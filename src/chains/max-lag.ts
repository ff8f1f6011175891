import type { Route } from '../routes.ts';
import { chains } from './chains.ts';

/** How far a node of the route's network may be behind the best one, in the chain's unit: the network's setting, or the chain's. */
export const maxLagOf = (route: Route): number => route.maxLag ?? chains[route.chain].maxLag;
