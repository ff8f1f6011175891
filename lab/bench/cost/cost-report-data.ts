import type { Use } from './cost-terms.ts';
import type { FixedCost } from './fixed-costs.ts';
import type { Measured } from './measured.ts';
import type { PlanCosts } from './plan-cost.ts';
import type { Shape } from './shapes.ts';

/** A shape with its measurements, and its use of AWS in a month. */
export type ShapeCost = { readonly shape: Shape; readonly measured: Measured; readonly uses: readonly Use[] };

/** The data of the page's section on costs. */
export type Costs = {
  readonly shapes: readonly ShapeCost[];
  readonly plans: readonly PlanCosts[];
  readonly slowNodeMs: number;
  readonly fixed: readonly FixedCost[];
  readonly sensitivity: string;
};
