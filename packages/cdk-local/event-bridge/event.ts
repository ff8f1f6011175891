import { randomUUID } from 'node:crypto';
import type { ScheduledRule } from './properties.ts';

/** The event of one run of a rule, in JSON (EventBridge User Guide, "Scheduled Event"). All targets get the same one. */
export function scheduledEvent({ arn }: Pick<ScheduledRule, 'arn'>, now: number): string {
  const [, , , region, account] = arn.split(':');
  return JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account,
    time: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [arn],
    detail: {},
  });
}
