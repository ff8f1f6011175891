import type { Use } from '../../../src/cost/cost-terms.ts';
import type { ShapeFigures } from '../../../src/cost/shape-figures.ts';
import type { Shape } from '../../../src/cost/shapes.ts';
import type { FixedCost } from './fixed-costs.ts';
import type { PlanCosts } from './plan-table.ts';

/** A shape with its measurements, and its use of AWS in a month. */
export type ShapeCost = { readonly shape: Shape; readonly figures: ShapeFigures; readonly uses: readonly Use[] };

/** The data of the page's section on costs. */
export type Costs = {
  readonly shapes: readonly ShapeCost[];
  readonly plans: readonly PlanCosts[];
  readonly fixed: readonly FixedCost[];
  readonly sensitivity: string;
};
