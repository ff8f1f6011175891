import { fileURLToPath } from 'node:url';
import type { Plan } from '../../../src/plans.ts';
import * as deployment from '../deployed.ts';
import { ResultFiles } from '../results.ts';
import { planCost } from './plan-cost.ts';
import { reference } from './shapes.ts';

const folder = fileURLToPath(new URL('../results', import.meta.url));

/**
 * Dollars that a million calls of an account cost at AWS, without fixed costs: those of `npm run lab -- cost` for its plan.
 * @param nodeMs how long nodes took to answer its calls on average; default: that of the published figures
 */
export const dollarsPerMillionCalls = (plan: Plan, nodeMs: number = reference.nodeMs): number =>
  planCost(plan, new ResultFiles(folder).newest(), deployment, nodeMs).perMillion;
