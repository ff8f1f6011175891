import { ApiError, UnreachableError } from '../../api/api-errors.ts';

/** Why a change of plan failed, and what to do next. */
type PlanProblem = { readonly title: string; readonly text: string };

const unanswered = {
  title: 'No answer received',
  text: 'Your plan may have changed. You can safely try again: you are not charged twice.',
};

const changedElsewhere = 'Perhaps it was changed in another tab. Check what you pay now, then try again.';

/** Also for what changes nothing by itself, as the billing portal. */
export const signInTooLongAgo: PlanProblem = {
  title: 'Confirm with your password',
  text: 'You signed in some time ago. Enter your password to go on. Nothing was changed or charged.',
};

const refused: Readonly<Record<string, PlanProblem>> = {
  billing_unavailable: {
    title: 'Stripe cannot be reached',
    text: 'Wait a moment, then try again. You are not charged twice.',
  },
  preview_outdated: {
    title: 'The amounts have changed',
    text: 'Your plan or the day has changed since you opened this. Check the new amounts, then confirm again.',
  },
  recent_sign_in_required: signInTooLongAgo,
  already_subscribed: { title: 'You have a subscription already', text: changedElsewhere },
  checkout_required: { title: 'You have no paid subscription', text: changedElsewhere },
  subscription_changed: { title: 'Your subscription has changed', text: changedElsewhere },
  account_busy: {
    title: 'Your account is being changed elsewhere',
    text: 'Nothing was changed or charged. Wait a moment, then try again.',
  },
};

/** The text for an error of a change of plan; undefined if the API's own message is best. */
export function planProblem(error: Error): PlanProblem | undefined {
  if (error instanceof UnreachableError) return unanswered;
  return error instanceof ApiError ? refused[error.code] : undefined;
}
