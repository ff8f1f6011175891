import type { CfnResource } from 'aws-cdk-lib';
import { type ISecurityGroup, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Network } from '../../src/network.ts';
import type { OperatorSecret } from '../functions/secret-access.ts';
import { nodeRules } from './node-rules.ts';
import { NodeSecurityGroup } from './node-security-group.ts';
import { createDynamoDbEndpoint, SecretsManagerEndpoint } from './service-endpoints.ts';
import type { VpcIds } from './vpc-props.ts';

export type NodeVpcProps = {
  readonly instance: string;
  readonly ids: VpcIds;
  readonly networks: readonly Network[];
};

/** What the functions that open connections to nodes need in the nodes' VPC: a security group and ways to AWS's APIs. */
export class NodeVpc extends Construct {
  /** Undefined while the functions leave the VPC. */
  readonly config: CfnFunction.VpcConfigProperty | undefined;
  /** The functions' group; undefined if the operator gave groups. */
  readonly securityGroup: ISecurityGroup | undefined;
  /** Variables of the functions in the VPC. */
  readonly variables: Readonly<Record<string, string>>;
  /** What a function needs before its first call. */
  readonly requirements: readonly CfnResource[];

  constructor(scope: Construct, id: string, { instance, ids, networks }: NodeVpcProps) {
    super(scope, id);
    const { vpcId, subnetIds, dynamoDbPrefixList, routeTableIds } = ids;
    const group = ids.securityGroups
      ? undefined
      : new NodeSecurityGroup(this, 'Group', {
          instance,
          vpcId,
          nodeRules: nodeRules(networks, ids),
          dynamoDbPrefixList,
        });
    const groups = ids.securityGroups ?? (group ? [group.groupId] : []);
    const secrets = this.secretsManager({ instance, ids, networks }, groups);
    const secretsGroup = ids.secretsManagerGroupId ?? secrets?.groupId;
    const dynamoDb = routeTableIds && createDynamoDbEndpoint(this, vpcId, routeTableIds);
    const toSecrets =
      secretsGroup === undefined
        ? undefined
        : group?.allow('ToSecretsManager', { destinationSecurityGroupId: secretsGroup }, 443, 'Secrets Manager');
    this.requirements = [dynamoDb ?? [], secrets?.endpoint ?? [], group?.rules ?? [], toSecrets ?? []].flat();
    this.securityGroup =
      group && SecurityGroup.fromSecurityGroupId(this, 'Imported', group.groupId, { mutable: false });
    // Its own address: private DNS would send the whole VPC to the endpoint.
    this.variables = secrets ? { AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url } : {};
    this.config = ids.leaving
      ? undefined
      : {
          subnetIds: [...subnetIds],
          securityGroupIds: [...groups],
          ...(ids.ipv6 && { ipv6AllowedForDualStack: true }),
        };
  }

  /** None without secrets, or if the VPC has an endpoint. */
  private secretsManager(
    { instance, ids, networks }: NodeVpcProps,
    callers: readonly string[],
  ): SecretsManagerEndpoint | undefined {
    const secrets = secretsOf(networks);
    if (secrets.length === 0 || ids.secretsManagerGroupId !== undefined) return undefined;
    const { vpcId, endpointSubnetIds: subnetIds } = ids;
    return new SecretsManagerEndpoint(this, 'SecretsManager', { instance, vpcId, subnetIds, callers, secrets });
  }
}

/** The secrets with credentials of nodes. Secrets Manager decrypts them, so that their keys need no endpoint. */
const secretsOf = (networks: readonly Network[]): OperatorSecret[] =>
  networks
    .flatMap(({ upstreams }) => upstreams)
    .flatMap(({ secretName }) => (secretName === undefined ? [] : [{ secretName }]));
