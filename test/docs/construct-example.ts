import { App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { Port, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { type Settings, Sluice, type StagePreset, stageNamed } from './sluice-cdk.ts';

// The code of docs/construct.md. construct.test.ts checks that every line of that page is here.

const settings: Settings = {
  service: { name: 'Acme RPC', problemTypes: 'https://docs.acme.example/errors' },
  plans: [
    {
      id: 'free',
      limits: { callsPerSecond: 5, callsPerDay: 10_000 },
      keys: 2,
      historyDays: 7,
      longestCallSeconds: 10,
      pricePerMonth: 0,
    },
  ],
  networks: [
    {
      network: 'mainnet',
      chain: 'solana',
      path: '/',
      upstreams: [{ url: 'https://api.mainnet-beta.solana.com' }],
    },
  ],
};

const app = new App();
export const stack = new Stack(app, 'Web', { terminationProtection: true });
const sluice = new Sluice(stack, 'Rpc', { settings });

const records = sluice.tables.records.node.defaultChild;
if (records instanceof CfnGlobalTable) {
  records.addPropertyOverride('Replicas.0.TableClass', 'STANDARD_INFREQUENT_ACCESS');
}

const pager = new Topic(stack, 'Pager');
sluice.alarmTopic.addSubscription(new UrlSubscription('https://alerts.acme.example/sluice'));
sluice.alarms['proxy-errors']?.addAlarmAction(new SnsAction(pager));

const report = new Role(stack, 'Report', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
sluice.tables.usage.grantReadData(report);

const actions = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
const roles = Object.values(sluice.functions).flatMap(({ role }) => role ?? []);
new Policy(stack, 'Tracing', { roles, statements: [new PolicyStatement({ actions, resources: ['*'] })] });

sluice.tables.records.applyRemovalPolicy(RemovalPolicy.DESTROY);

const staging: StagePreset = {
  ...stageNamed('prod'),
  name: 'staging',
  deletionProtection: false,
  removalPolicy: RemovalPolicy.DESTROY,
  logRetention: RetentionDays.ONE_WEEK,
};
new Sluice(stack, 'Staging', { settings, stage: staging });

const inVpc = new Stack(app, 'InVpc');
const vpc = Vpc.fromVpcAttributes(inVpc, 'Vpc', {
  vpcId: 'vpc-0a1b2c3d4e5f67890',
  availabilityZones: ['us-east-1a', 'us-east-1b'],
  privateSubnetIds: ['subnet-0a1b2c3d4e5f67890', 'subnet-0a1b2c3d4e5f67891'],
  privateSubnetRouteTableIds: ['rtb-0a1b2c3d4e5f67890', 'rtb-0a1b2c3d4e5f67891'],
});
const balancerGroup = new SecurityGroup(inVpc, 'Balancer', { vpc });
const upstreams = [{ url: 'http://solana.chain.internal:8899', private: true }];

addPrivate(inVpc, { ...settings, networks: [{ network: 'mainnet', chain: 'solana', path: '/', upstreams }] });

function addPrivate(stack: Stack, settings: Settings): void {
  const sluice = new Sluice(stack, 'Rpc', {
    settings, // with { url: 'http://solana.chain.internal:8899', private: true }
    vpc: { vpc, subnets: { subnetType: SubnetType.PRIVATE_WITH_EGRESS }, internet: 'nat', nodes: [balancerGroup] },
  });
  if (sluice.securityGroup) balancerGroup.addIngressRule(sluice.securityGroup, Port.tcp(8899));
}
