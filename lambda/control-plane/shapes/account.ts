import * as v from 'valibot';
import type { Account } from '../../../src/accounts/account.ts';
import type { Plan } from '../../../src/plans/plans.ts';
import { momentShape, toMoment } from './moment.ts';
import { planShape, toPlanShape } from './plan.ts';

/** An account, as the API shows it to its owner. */
export const accountShape = v.object({
  accountId: v.string(),
  email: v.string(),
  state: v.pipe(
    v.picklist(['active', 'suspended']),
    v.description('While it is suspended, every request with one of its keys is refused'),
  ),
  plan: planShape,
  createdAt: momentShape,
});

export type AccountShape = v.InferOutput<typeof accountShape>;

export const toAccountShape = ({ accountId, email, state, createdAt }: Account, plan: Plan): AccountShape => ({
  accountId,
  email,
  state,
  plan: toPlanShape(plan),
  createdAt: toMoment(createdAt),
});
