import { AutoScalingGroup, HealthChecks } from 'aws-cdk-lib/aws-autoscaling';
import {
  InstanceClass,
  InstanceSize,
  InstanceType,
  type IVpc,
  LaunchTemplate,
  MachineImage,
  Port,
  SecurityGroup,
  SubnetType,
} from 'aws-cdk-lib/aws-ec2';
import { ApplicationLoadBalancer, ApplicationProtocol } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { ARecord, PrivateHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { LoadBalancerTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';

/** The port of Solana's JSON-RPC. */
export const rpcPort = 8899;

/**
 * The shape of AWS Blockchain Node Runners in its mode for high availability: nodes in an auto scaling group, behind a load
 * balancer that is internal to the VPC. The instances run nothing here: take the construct HANodesConstruct of Node
 * Runners instead, which installs the node, and has the same load balancer and groups.
 */
export class SolanaNodes extends Construct {
  /** The group of the load balancer. Let clients in here. */
  readonly loadBalancerGroup: SecurityGroup;
  /** A name of the VPC. That of the load balancer itself is known only after the deployment, and functions need it before. */
  readonly url: string;

  constructor(scope: Construct, id: string, { vpc }: { readonly vpc: IVpc }) {
    super(scope, id);
    const group = (name: string) =>
      new SecurityGroup(this, name, { vpc, description: `Solana: ${name}`, allowAllOutbound: false });
    this.loadBalancerGroup = group('LoadBalancerGroup');
    const nodeGroup = group('NodeGroup');
    this.loadBalancerGroup.addEgressRule(nodeGroup, Port.tcp(rpcPort), 'to the nodes');
    nodeGroup.addIngressRule(this.loadBalancerGroup, Port.tcp(rpcPort), 'from the load balancer');

    const nodes = new AutoScalingGroup(this, 'Nodes', {
      vpc,
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      minCapacity: 2,
      maxCapacity: 4,
      healthChecks: HealthChecks.ec2(),
      launchTemplate: new LaunchTemplate(this, 'Node', {
        instanceType: InstanceType.of(InstanceClass.R7A, InstanceSize.XLARGE24),
        machineImage: MachineImage.latestAmazonLinux2023(),
        securityGroup: nodeGroup,
        requireImdsv2: true,
      }),
    });
    const loadBalancer = new ApplicationLoadBalancer(this, 'LoadBalancer', {
      vpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      internetFacing: false,
      securityGroup: this.loadBalancerGroup,
    });
    loadBalancer
      .addListener('Rpc', { port: rpcPort, protocol: ApplicationProtocol.HTTP, open: false })
      .addTargets('Nodes', {
        port: rpcPort,
        protocol: ApplicationProtocol.HTTP,
        targets: [nodes],
        healthCheck: { path: '/health' },
      });

    const zoneName = 'nodes.internal';
    const zone = new PrivateHostedZone(this, 'Zone', { vpc, zoneName });
    const target = RecordTarget.fromAlias(new LoadBalancerTarget(loadBalancer));
    new ARecord(this, 'Name', { zone, recordName: 'solana', target });
    this.url = `http://solana.${zoneName}:${rpcPort}`;
  }
}
