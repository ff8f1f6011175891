import { Stack, Token } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { ISecurityGroup } from 'aws-cdk-lib/aws-ec2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { endpointOutput } from '../src/network.ts';
import type { FunctionName } from './functions/function-sources.ts';
import { GatewayFunction } from './functions/gateway-function.ts';
import { refuseFurtherGrants } from './functions/refused-grants.ts';
import { existingArtifacts, packagedArtifacts } from './instance/artifacts.ts';
import { warnOfConcurrency } from './instance/concurrency-warnings.ts';
import { checkedDashboardOrigin } from './instance/dashboard-origin.ts';
import { EncryptionKey } from './instance/encryption-key.ts';
import { fixFeatureFlags } from './instance/feature-flags.ts';
import { claimInstanceName, instanceNameOf } from './instance/instance-name.ts';
import { reserveConcurrency } from './instance/lambda-concurrency.ts';
import { warnOfLaunch } from './instance/launch-warnings.ts';
import { requireCommercialRegion } from './instance/partition.ts';
import { refuseIgnoredBoundary } from './instance/permissions-boundary.ts';
import { warnOfPrices } from './instance/price-warnings.ts';
import { requireRoomInStack } from './instance/stack-limits.ts';
import { addOutput, requireOutputPrefix } from './instance/stack-outputs.ts';
import { presetOf, type Stage, type StagePreset } from './instance/stage.ts';
import { addTags } from './instance/tags.ts';
import { createResources } from './instance-resources.ts';
import { withCaFiles } from './settings/ca-files.ts';
import { requireKnown } from './settings/known-at-synthesis.ts';
import { withLogo } from './settings/logo.ts';
import { withOperations } from './settings/operations.ts';
import { requestRate, type Throttle, throttleOf } from './settings/request-rate.ts';
import { type EffectiveSettings, parseSettings } from './settings/settings.ts';
import { ownProps, refuseOtherProps, type SluiceProps } from './sluice-props.ts';
import { instanceVpc } from './vpc/instance-vpc.ts';

/** The tables by their names in docs/architecture.md. Read them; only Sluice's functions may write. */
export type SluiceTables = Readonly<Record<'directory' | 'admissions' | 'records' | 'usage' | 'networks', TableV2>>;

/** One instance of Sluice in a stack: RPC and management API, dashboard, tables, users, alarms and releases. */
export class Sluice extends Construct {
  /** A part of the names of its resources. */
  readonly instanceName: string;
  readonly tables: SluiceTables;
  readonly rpcApi: HttpApi;
  readonly managementApi: HttpApi;
  /** Every function by its name; those of billing and of the operator only if the settings turn them on. */
  readonly functions: Readonly<Partial<Record<FunctionName, IFunction>>>;
  readonly userPool: IUserPool;
  /** The client that the dashboard and other clients of the management API sign in with. */
  readonly userPoolClient: IUserPoolClient;
  /** The client with which functions check passwords. No API accepts its tokens. */
  readonly serverClient: IUserPoolClient;
  /** By their names in docs/runbook.md, such as `proxy-errors`. */
  readonly alarms: Readonly<Record<string, Alarm>>;
  /** Gets a message when an alarm goes off that somebody has to look at now, and when it is over. */
  readonly alarmTopic: ITopic;
  /** The same for alarms that can wait for the next working day. */
  readonly noticeTopic: ITopic;
  /** Keeps records that could not be counted. */
  readonly failureBucket: Bucket;
  readonly dashboardDistribution: IDistribution;
  /**
   * Of the functions that call nodes: let it into the nodes' own group. Undefined without a VPC, or if the groups were
   * given.
   */
  readonly securityGroup: ISecurityGroup | undefined;
  /** The URL of each network's RPC endpoint, by the network's name. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The management API without `/v1` and without a trailing slash. */
  readonly apiUrl: string;
  /** Without a trailing slash. */
  readonly dashboardUrl: string;

  /** @throws {ConfigurationError} naming each wrong prop or setting and what to do */
  constructor(scope: Construct, id: string, props: SluiceProps) {
    super(scope, id);
    fixFeatureFlags(this);
    const own = ownProps(props, this.source);
    refuseOtherProps(props, this.source);
    requireCommercialRegion(this);
    refuseIgnoredBoundary(this);
    const settings = withOperations(this.checkedSettings(own), presetOf(own.stage).operations);
    addTags(this, settings.resourceTags);
    this.instanceName = instanceNameOf(this, own.instanceName);
    const artifacts = own.artifacts === undefined ? packagedArtifacts() : existingArtifacts(own.artifacts);
    const vpc = instanceVpc(settings, own.vpc, this.source);
    const stage = this.deployedStage(own, settings, { functions: artifacts.functions, vpc: vpc?.leaving === false });
    const dashboardOrigin = checkedDashboardOrigin(own.dashboardOrigin, stage);
    claimInstanceName(this, this.instanceName);
    requireOutputPrefix(this);
    warnOfConcurrency(this, stage);
    warnOfPrices(this, settings);
    warnOfLaunch(this, stage, settings);
    const resources = createResources(this, {
      stage,
      settings,
      dashboardOrigin,
      dashboard: artifacts.dashboard,
      vpc,
    });
    const { api, controlPlane, dashboard, monitoring } = resources;
    const { userPool } = controlPlane;
    const { directory, admissions, records, usage, networks } = resources.tables;
    this.tables = { directory, admissions, records, usage, networks };
    this.rpcApi = api.httpApi;
    this.managementApi = controlPlane.api.httpApi;
    this.functions = functionsIn(this);
    this.userPool = userPool;
    this.userPoolClient = userPool.client;
    this.serverClient = userPool.serverClient;
    this.alarms = monitoring.alarms;
    this.alarmTopic = monitoring.topics.alarms;
    this.noticeTopic = monitoring.topics.notices;
    this.failureBucket = resources.recordStream.failures;
    this.dashboardDistribution = dashboard.distribution;
    this.securityGroup = resources.vpc?.securityGroup;
    this.endpoints = Object.fromEntries(settings.networks.map((network) => [network.network, api.addressOf(network)]));
    this.apiUrl = controlPlane.api.address;
    this.dashboardUrl = dashboard.url;
    this.addOutputs(settings);
    const { operator } = resources;
    if (operator) {
      addOutput(this, 'OperatorFunction', operator.all.handler.functionName);
      addOutput(this, 'OperatorReadsFunction', operator.reads.handler.functionName);
    }
    requireRoomInStack(this, settings.networks.length);
    refuseFurtherGrants(this);
  }

  /** For messages: in a SluiceStack, the stack's name. */
  private get source(): string {
    return this.node.path.replace(/\/Default$/, '');
  }

  private checkedSettings({ settings, instanceName, dashboardOrigin }: SluiceProps): EffectiveSettings {
    requireKnown({ ...settings, instanceName, dashboardOrigin }, this.source);
    const checked = withLogo(parseSettings(settings, this.source), process.cwd(), this.source);
    return withCaFiles(checked, process.cwd(), this.source);
  }

  private deployedStage(
    props: SluiceProps,
    settings: EffectiveSettings,
    { functions, vpc }: { readonly functions: string; readonly vpc: boolean },
  ): Stage {
    const { lambdaConcurrency, requestsPerSecond, capacity, billing, logRetentionDays, operations } = settings;
    const preset = presetOf(props.stage);
    return {
      ...preset,
      ...(operations && { operations }),
      throttle: { ...preset.throttle, rpc: this.rpcThrottle(preset, requestsPerSecond) },
      ...(logRetentionDays !== undefined && { logRetention: logRetentionDays }),
      ...(settings.customerManagedKey && { encryptionKey: new EncryptionKey(this, 'EncryptionKey', preset) }),
      instance: this.instanceName,
      functions,
      releaseDespiteAlarms: props.releaseDespiteAlarms ?? [],
      ...(lambdaConcurrency !== undefined && {
        reservedConcurrency: reserveConcurrency(lambdaConcurrency, { billing: billing !== undefined, vpc }),
      }),
      ...(capacity && { capacity }),
    };
  }

  private rpcThrottle({ throttle: { rpc } }: StagePreset, setting: number | undefined): Throttle {
    const { region } = Stack.of(this);
    const known = Token.isUnresolved(region) ? undefined : region;
    const rate = requestRate({ setting, ofStage: rpc.rateLimit, region: known });
    return rate === rpc.rateLimit ? rpc : throttleOf(rate);
  }

  /** Besides the URLs, what the operator's commands and `npm start` find by name. */
  private addOutputs({ networks, plans }: EffectiveSettings): void {
    const { tables } = this;
    addOutput(this, 'DashboardUrl', this.dashboardUrl);
    for (const network of networks) addOutput(this, endpointOutput(network), this.endpoints[network.network] ?? '');
    addOutput(this, 'ApiUrl', this.apiUrl);
    addOutput(this, 'UserPoolId', this.userPool.userPoolId);
    addOutput(this, 'UserPoolClientId', this.userPoolClient.userPoolClientId);
    addOutput(this, 'DirectoryTable', tables.directory.tableName);
    addOutput(this, 'AdmissionsTable', tables.admissions.tableName);
    addOutput(this, 'RecordsTable', tables.records.tableName);
    addOutput(this, 'UsageTable', tables.usage.tableName);
    addOutput(this, 'NetworksTable', tables.networks.tableName);
    addOutput(this, 'FailureBucket', this.failureBucket.bucketName);
    if (this.securityGroup) addOutput(this, 'SecurityGroupId', this.securityGroup.securityGroupId);
    addOutput(this, 'Plans', plans.map(({ id }) => id).join(','));
  }
}

const functionsIn = ({ node }: Construct): Sluice['functions'] =>
  Object.fromEntries(
    node.findAll().flatMap((each) => (each instanceof GatewayFunction ? [[each.name, each.handler]] : [])),
  );
