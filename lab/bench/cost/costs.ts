import type { FixedCost } from './fixed.ts';
import type { Measured } from './measured.ts';
import type { PlanCost } from './plans.ts';
import type { Shape } from './shapes.ts';
import type { Use } from './terms.ts';

/** A shape, and what a month of it uses, from what was measured for it. */
export type ShapeCost = { readonly shape: Shape; readonly measured: Measured; readonly uses: readonly Use[] };

/** All that the page tells of costs. */
export type Costs = {
  readonly shapes: readonly ShapeCost[];
  /** A plan with the usual node, and with a slow one. */
  readonly plans: readonly { readonly usual: PlanCost; readonly slow: PlanCost }[];
  readonly slowNodeMs: number;
  readonly fixed: readonly FixedCost[];
  readonly sensitivity: string;
};
