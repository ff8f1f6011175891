import * as v from 'valibot';
import { plans } from '../../../src/plans/plans.ts';
import { operation } from '../operation.ts';
import { planShape, toPlanShape } from '../shapes/plan.ts';

export const listPlans = operation({
  id: 'listPlans',
  summary: 'Every plan, cheapest first',
  takes: {},
  answers: { 200: v.object({ plans: v.array(planShape) }) },
  problems: [],
  handle: async () => ({ status: 200, body: { plans: plans.map(toPlanShape) } }),
});
