import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { endpointOutput } from '../src/network.ts';
import { AccountSweep } from './account-sweep.ts';
import { createBilling } from './billing.ts';
import { Budget } from './budget.ts';
import type { AwsEnvironment } from './context-values.ts';
import { ControlPlane } from './control-plane.ts';
import { Dashboard } from './dashboard/dashboard.ts';
import { DataPlane } from './data-plane.ts';
import { createCustomDomains } from './domain/custom-domains.ts';
import { reserveConcurrency, warnOfSharedConcurrency } from './lambda-concurrency.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import type { RecordStream } from './record-stream.ts';
import { Release } from './release/release.ts';
import { type EffectiveSettings, functionSettings } from './settings/settings.ts';
import type { Stage } from './stage.ts';
import { Tables } from './tables.ts';
import { UsageDays } from './usage-days.ts';
import { Watch } from './watch.ts';

export type SluiceStackProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  /** A second origin whose pages may call the management API, besides the dashboard's. */
  readonly dashboardOrigin: string | undefined;
  /** The folder of the built dashboard. */
  readonly dashboardFolder: string;
  /** By default the account and region of the deploying credentials. */
  readonly env?: AwsEnvironment;
};

/** One stage of Sluice. It is environment-agnostic unless `env` is given. */
export class SluiceStack extends Stack {
  constructor(scope: Construct, props: SluiceStackProps) {
    const { settings, dashboardOrigin, dashboardFolder, env = {} } = props;
    const stage = withCapacity(props.stage, settings);
    super(scope, `Sluice-${stage.name}`, {
      description: `Sluice, a gateway for blockchain JSON-RPC (${stage.name})`,
      terminationProtection: stage.deletionProtection,
      env,
    });
    const read = functionSettings(settings);
    if (stage.namesItsAccount && !stage.reservedConcurrency) warnOfSharedConcurrency(this);
    const ownDomains = createCustomDomains(this, settings.domains);
    const tables = new Tables(this, 'Tables', stage);
    const { api, recordStream, functions } = new DataPlane(this, 'DataPlane', {
      stage,
      settings: read,
      tables,
      domainName: ownDomains.rpc,
    });
    const rpcUrl = api.address;
    const watch = new Watch(this, 'Watch', { stage, settings: read, tables, rpcUrl });
    const usageDays = new UsageDays(this, 'UsageDays', { stage, tables });
    const billing = createBilling(this, { stage, settings, tables, released: functions });
    const controlPlane = new ControlPlane(this, 'ControlPlane', {
      stage,
      settings,
      tables,
      rpcUrl,
      dashboardOrigin,
      released: functions,
      domainName: ownDomains.api,
      billing,
    });
    const accountSweep = new AccountSweep(this, 'AccountSweep', { stage, tables, controlPlane, billing });
    const dashboard = new Dashboard(this, 'Dashboard', {
      stage,
      settings,
      folder: dashboardFolder,
      controlPlane,
      rpcUrl,
      domain: ownDomains.dashboard,
    });
    if (billing) controlPlane.leadBackTo(dashboard.url);
    if (settings.budget) new Budget(this, 'Budget', stage, settings.budget);
    const jobs = { watch, usageDays, accountSweep, billing };
    const watched = { stage, networks: settings.networks, api, recordStream, tables, ...functions, ...jobs };
    const { releaseAlarms: alarms } = new Monitoring(this, 'Monitoring', watched, settings.alarmEmail);
    new Release(this, 'Release', { stage, settings: read, functions, alarms });

    this.output('DashboardUrl', dashboard.url);
    for (const network of settings.networks) this.output(endpointOutput(network), api.addressOf(network));
    this.outputForCommands({ controlPlane, tables, recordStream, settings });
  }

  /** What the operator's commands and `npm start` find by name. */
  private outputForCommands({ controlPlane, tables, recordStream, settings }: CommandResources): void {
    const { api, userPool } = controlPlane;
    this.output('ApiUrl', api.address);
    this.output('UserPoolId', userPool.userPoolId);
    this.output('UserPoolClientId', userPool.client.userPoolClientId);
    this.output('DirectoryTable', tables.directory.tableName);
    this.output('AdmissionsTable', tables.admissions.tableName);
    this.output('RecordsTable', tables.records.tableName);
    this.output('UsageTable', tables.usage.tableName);
    this.output('NetworksTable', tables.networks.tableName);
    this.output('FailureBucket', recordStream.failures.bucketName);
    this.output('Plans', settings.plans.map(({ id }) => id).join(','));
  }

  private output(name: string, value: string): void {
    new CfnOutput(this, name, { value });
  }
}

type CommandResources = {
  readonly controlPlane: ControlPlane;
  readonly tables: Tables;
  readonly recordStream: RecordStream;
  readonly settings: EffectiveSettings;
};

const withCapacity = (stage: Stage, { lambdaConcurrency, capacity, billing }: EffectiveSettings): Stage => ({
  ...stage,
  ...(lambdaConcurrency !== undefined && {
    reservedConcurrency: reserveConcurrency(lambdaConcurrency, { billing: billing !== undefined }),
  }),
  ...(capacity && { capacity }),
});
