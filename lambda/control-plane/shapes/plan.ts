import * as v from 'valibot';
import { type Plan, plans } from '../../../src/plans/plans.ts';

const wholeNumber = v.pipe(v.number(), v.integer());

/** How many calls a key may make. */
export const limitsShape = v.object({ callsPerSecond: wholeNumber, callsPerDay: wholeNumber });

/** A plan, as the API shows it. */
export const planShape = v.object({
  planId: v.picklist(plans.map(({ id }) => id)),
  limits: limitsShape,
  keys: v.pipe(wholeNumber, v.description('The most keys that may be active')),
  historyDays: wholeNumber,
  longestCallSeconds: v.pipe(wholeNumber, v.description('How long a call may take at the nodes: beyond it, 504')),
  dollarsPerMonth: wholeNumber,
});

export type PlanShape = v.InferOutput<typeof planShape>;

export const toPlanShape = ({ id, ...rest }: Plan): PlanShape => ({ planId: id, ...rest });
