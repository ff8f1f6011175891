import { awsCalls } from '../aws-calls.ts';
import { ok, warning } from '../finding.ts';
import type { Topic } from '../question.ts';

/** Subscriptions to the alarms. Before the first deployment there is no topic yet; the synthesis warns if nobody is named. */
export const subscriptionQuestions: Topic = ({ stackName, resources }) =>
  resources
    .filter(({ type }) => type === 'AWS::SNS::Topic')
    .map(({ logicalId }) => ({
      check: `subscriptions of ${logicalId}`,
      ask: async (ask) => {
        const deployed = await ask(awsCalls.stackResources, { 'stack-name': stackName });
        const arn = deployed?.StackResourceSummaries.find(
          (each) => each.LogicalResourceId === logicalId,
        )?.PhysicalResourceId;
        if (arn === undefined) return ok('The deployment creates the topic.');
        const subscriptions = (await ask(awsCalls.subscriptions, { 'topic-arn': arn }))?.Subscriptions ?? [];
        const pending = subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation');
        if (subscriptions.length === 0)
          return warning('Nobody has subscribed to the topic: alarms reach no one.', 'Set alarmEmail, and deploy.');
        if (pending.length === 0) return ok(`${subscriptions.length} subscriptions, all confirmed.`);
        const protocols = pending.map(({ Protocol }) => Protocol).join(', ');
        return warning(
          `${pending.length} of ${subscriptions.length} subscriptions wait for their confirmation (${protocols}).`,
          'Open the link in the mail "AWS Notification - Subscription Confirmation". It is valid for two days; then deploy again with another address, or subscribe by hand.',
        );
      },
    }));
