import type { Construct } from 'constructs';
import { AccountSweep } from './control-plane/account-sweep.ts';
import { createBilling } from './control-plane/billing.ts';
import { ControlPlane } from './control-plane/control-plane.ts';
import { OperatorFunctions } from './control-plane/operator-functions.ts';
import { Dashboard } from './dashboard/dashboard.ts';
import { FileCopier } from './dashboard/file-copier.ts';
import { DataPlane } from './data-plane/data-plane.ts';
import { EndpointWatch } from './data-plane/endpoint-watch.ts';
import { UsageDays } from './data-plane/usage-days.ts';
import { Watch } from './data-plane/watch.ts';
import { createCustomDomains } from './domain/custom-domains.ts';
import { type SecretAccess, secretAccess } from './functions/secret-access.ts';
import { updateInOrder } from './instance/lambda-concurrency.ts';
import type { Stage } from './instance/stage.ts';
import { Budget } from './monitoring/budget.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { stoppingAlarms } from './release/ignored-alarms.ts';
import { Release, type ReleaseProps } from './release/release.ts';
import { functionSettings } from './settings/function-settings.ts';
import type { EffectiveSettings } from './settings/settings.ts';
import { Tables } from './tables.ts';
import { NodeVpc } from './vpc/node-vpc.ts';
import type { VpcIds } from './vpc/vpc-props.ts';

export type InstanceResourcesProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  readonly dashboardOrigin: string | undefined;
  /** The folder of the built dashboard. */
  readonly dashboard: string;
  /** The VPC of private nodes. */
  readonly vpc: VpcIds | undefined;
};

/** Creates everything of an instance in its construct. */
export function createResources(scope: Construct, props: InstanceResourcesProps) {
  const { stage, settings, dashboardOrigin } = props;
  const { corsHeaders, importedKeys, authorizerCacheSeconds, networks } = settings;
  const read = functionSettings(settings);
  const ownDomains = createCustomDomains(scope, settings.domains);
  const tables = new Tables(scope, 'Tables', stage);
  const domainName = ownDomains.rpc;
  const vpc = props.vpc && new NodeVpc(scope, 'Vpc', { instance: stage.instance, ids: props.vpc, networks });
  const nodeSecrets = nodeSecretsOf(scope, settings);
  const forNodes = { stage, settings: read, nodeSecrets, tables, vpc };
  const ofApi = { domainName, corsHeaders, importedKeys, authorizerCacheSeconds };
  const { api, recordStream, functions } = new DataPlane(scope, 'DataPlane', { ...forNodes, ...ofApi });
  const rpcUrl = api.address;
  const watch = new Watch(scope, 'Watch', { ...forNodes, rpcUrl });
  const endpointWatch = vpc?.config && new EndpointWatch(scope, 'EndpointWatch', { stage, settings: read, rpcUrl });
  const billing = createBilling(scope, { stage, settings, tables, released: functions });
  const controlPlane = new ControlPlane(scope, 'ControlPlane', {
    stage,
    settings,
    tables,
    rpcUrl,
    dashboardOrigin,
    released: functions,
    domainName: ownDomains.api,
    billing,
  });
  const accountSweep = new AccountSweep(scope, 'AccountSweep', { stage, tables, controlPlane, billing });
  const operator = settings.operatorFunction
    ? new OperatorFunctions(scope, 'Operator', { stage, settings, tables, controlPlane, billing, released: functions })
    : undefined;
  const dashboard = new Dashboard(scope, 'Dashboard', {
    stage,
    settings,
    folder: props.dashboard,
    controlPlane,
    rpcUrl,
    domain: ownDomains.dashboard,
  });
  const status = { statusBucket: settings.statusPage ? dashboard.files : undefined, everyMinute: watch.rule };
  const usageDays = new UsageDays(scope, 'UsageDays', { stage, settings: read, tables, ...status });
  if (stage.reservedConcurrency) {
    const { keyApi, tokenAuthorizer } = controlPlane;
    const grown = [keyApi.authorizer, keyApi.handler, tokenAuthorizer, FileCopier.of(scope, stage)];
    updateInOrder([functions.authorizer, functions.proxy], grown);
  }
  if (billing) controlPlane.leadBackTo(dashboard.url);
  if (settings.budget) new Budget(scope, 'Budget', stage, settings.budget);
  const others = { watch, endpointWatch, usageDays, accountSweep, controlPlane, billing };
  const watched = { stage, networks: settings.networks, api, recordStream, tables, ...functions, ...others };
  const monitoring = new Monitoring(scope, 'Monitoring', watched, settings.alarmEmail);
  const { releaseAlarms } = monitoring;
  if (stage.operations === 'full') createRelease(scope, { stage, settings: read, functions, tables, releaseAlarms });
  return { tables, api, recordStream, controlPlane, operator, dashboard, monitoring, vpc };
}

/** Access to the secrets with the credentials of all nodes. */
const nodeSecretsOf = (scope: Construct, { networks }: EffectiveSettings): SecretAccess => {
  const nodes = networks.flatMap(({ upstreams }) => upstreams);
  return secretAccess(
    scope,
    'NodeSecrets',
    nodes.flatMap(({ secretName, kmsKeyArn }) => (secretName === undefined ? [] : [{ secretName, kmsKeyArn }])),
  );
};

type ReleasedWithAlarms = Omit<ReleaseProps, 'alarms'> & Pick<Monitoring, 'releaseAlarms'>;

function createRelease(scope: Construct, { releaseAlarms, ...release }: ReleasedWithAlarms): void {
  const alarms = stoppingAlarms(scope, releaseAlarms, release.stage.releaseDespiteAlarms ?? []);
  new Release(scope, 'Release', { ...release, alarms });
}
