import { errorClass } from '../../src/error-class.ts';
import type { Gateway } from './serve-template.ts';

class EndedDaysError extends errorClass('EndedDaysError', 'ended_days_failed') {}

/**
 * Has the costs and figures of ended days computed now. The gateway's own job would do it within 15 minutes.
 * @throws {EndedDaysError}
 */
export async function computeEndedDays({ template, drained, invoke }: Gateway): Promise<void> {
  await drained();
  const job = template.ofType('AWS::Lambda::Function').find(({ logicalId }) => logicalId.startsWith('UsageDays'));
  const outcome = await invoke(job?.attributes.Arn ?? '', '{}');
  if (!outcome.ok) throw new EndedDaysError(`The demo's days could not be computed: ${JSON.stringify(outcome.error)}`);
}
