import { Fn, Stack } from 'aws-cdk-lib';
import { CfnSecurityGroup, CfnVPCEndpoint } from 'aws-cdk-lib/aws-ec2';
import { PolicyDocument, PolicyStatement, StarPrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Grant } from '../functions/grants.ts';
import { type OperatorSecret, secretsThroughEndpoint } from '../functions/secret-access.ts';

/**
 * The gateway endpoint for DynamoDB. It has AWS's own policy, which allows everything: all of the subnets' traffic to
 * DynamoDB takes it, that of other programs too.
 */
export const createDynamoDbEndpoint = (
  scope: Construct,
  vpcId: string,
  routeTableIds: readonly string[],
): CfnVPCEndpoint =>
  new CfnVPCEndpoint(scope, 'DynamoDbEndpoint', {
    vpcEndpointType: 'Gateway',
    serviceName: serviceName(scope, 'dynamodb'),
    vpcId,
    routeTableIds: [...routeTableIds],
  });

const serviceName = (scope: Construct, service: string): string => `com.amazonaws.${Stack.of(scope).region}.${service}`;

export type SecretsManagerEndpointProps = {
  readonly instance: string;
  readonly vpcId: string;
  readonly subnetIds: readonly string[];
  /** The groups of the functions that read secrets. */
  readonly callers: readonly string[];
  /** What they read. */
  readonly secrets: readonly OperatorSecret[];
};

/** The interface endpoint by which functions read the nodes' secrets, and nothing else. */
export class SecretsManagerEndpoint extends Construct {
  readonly endpoint: CfnVPCEndpoint;
  readonly groupId: string;

  constructor(scope: Construct, id: string, props: SecretsManagerEndpointProps) {
    super(scope, id);
    const { instance, vpcId, subnetIds, callers, secrets } = props;
    const group = new CfnSecurityGroup(this, 'Group', {
      groupDescription: `Sluice (${instance}): the endpoint for Secrets Manager`,
      vpcId,
      securityGroupIngress: callers.map((sourceSecurityGroupId) => ({
        sourceSecurityGroupId,
        ipProtocol: 'tcp',
        fromPort: 443,
        toPort: 443,
        description: 'from the functions that call nodes',
      })),
    });
    this.groupId = group.attrGroupId;
    this.endpoint = new CfnVPCEndpoint(this, 'Resource', {
      vpcEndpointType: 'Interface',
      serviceName: serviceName(this, 'secretsmanager'),
      vpcId,
      subnetIds: [...subnetIds],
      securityGroupIds: [group.attrGroupId],
      // With it, every program in the VPC would get this endpoint's address, and its policy allows them nothing.
      privateDnsEnabled: false,
      policyDocument: policyOf(secretsThroughEndpoint(this, secrets)),
    });
  }

  /**
   * The endpoint's own address. CloudFormation gives each as `zone:name`, the regional public one first (its template
   * reference, AWS::EC2::VPCEndpoint, "DnsEntries").
   */
  get url(): string {
    return `https://${Fn.select(1, Fn.split(':', Fn.select(0, this.endpoint.attrDnsEntries)))}`;
  }
}

const policyOf = ({ actions, resources }: Grant): PolicyDocument =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({ principals: [new StarPrincipal()], actions: [...actions], resources: [...resources] }),
    ],
  });
