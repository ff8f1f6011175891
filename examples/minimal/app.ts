import { App, Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { featureFlags, Sluice } from 'sluice-cdk';

// A value for every feature flag of the CDK: those that Sluice is tested with.
const app = new App({ context: featureFlags() });
const stack = new Stack(app, 'Gateway');

const rpc = new Sluice(stack, 'Rpc', {
  // Deleting the stack deletes the data. Without this line, the tables and users are kept.
  stage: 'dev',
  settings: {
    service: { name: 'Example RPC', problemTypes: 'https://example.com/problems' },
    plans: [
      {
        id: 'free',
        limits: { callsPerSecond: 10, callsPerDay: 10_000 },
        keys: 3,
        historyDays: 1,
        longestCallSeconds: 5,
        pricePerMonth: 0,
      },
    ],
    networks: [
      {
        network: 'devnet',
        chain: 'solana',
        path: '/',
        // Your node: cdk deploy -c node=https://…
        upstreams: [{ url: app.node.tryGetContext('node') ?? 'https://api.devnet.solana.com' }],
      },
    ],
  },
});

// A resource of your own that uses the gateway's: the alarms also notify your topic.
const onCall = new Topic(stack, 'OnCall');
for (const alarm of Object.values(rpc.alarms)) alarm.addAlarmAction(new SnsAction(onCall));
