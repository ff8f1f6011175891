import { randomUUID } from 'node:crypto';
import type { Functions } from '../functions/functions.ts';
import { mayInvoke, readPermissions } from '../functions/invoke-permissions.ts';
import type { EventLog } from '../logs.ts';
import type { Template } from '../template/template.ts';
import type { RuleTarget, ScheduledRule } from './scheduled-rule.ts';

export type TargetDeliveryOptions = {
  readonly template: Template;
  readonly functions: Pick<Functions, 'find' | 'invoke'>;
  readonly log: EventLog;
};

/** Invokes a rule's target with an event in JSON. Resolves after the answer; never rejects. */
export type DeliverToTarget = (rule: ScheduledRule, target: RuleTarget, event: string) => Promise<void>;

/**
 * Delivers as EventBridge does to a function without retries. Each failure is a line of the log.
 * @throws {UnsupportedResourceError} for permissions that are not emulated
 */
export function createTargetDelivery({ template, functions, log }: TargetDeliveryOptions): DeliverToTarget {
  const { invoke } = functions;
  const permissions = readPermissions(template, 'events.amazonaws.com');

  return async (rule, { id, functionArn, input }, event) => {
    const facts = { rule: rule.name, target: id, functionArn };
    if (!mayInvoke(permissions, functionArn, rule.arn)) {
      log.error('scheduled_invocation_denied', { ...facts, error: noPermission(rule) });
      return;
    }
    try {
      const outcome = await invoke(functionArn, input ?? event);
      if (outcome.ok) return;
      const { errorType, errorMessage } = outcome.error;
      log.error('scheduled_invocation_failed', { ...facts, error: `${errorType}: ${errorMessage}` });
    } catch (error) {
      log.error('scheduled_invocation_failed', { ...facts, error: String(error) });
    }
  };
}

const noPermission = ({ arn }: ScheduledRule): string =>
  `No AWS::Lambda::Permission lets events.amazonaws.com invoke the function for ${arn}. Add one with this SourceArn.`;

/**
 * The event of one run of a rule, in JSON (EventBridge User Guide, "Scheduled Event"). All targets get the same event.
 */
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
