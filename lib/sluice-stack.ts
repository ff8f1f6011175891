import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Upstreams } from '../src/environment.ts';
import { endpointOutput, routes } from '../src/rpc-routes.ts';
import { Budget, type BudgetLimit } from './budget.ts';
import type { AwsEnvironment } from './context-values.ts';
import { ControlPlane } from './control-plane.ts';
import { Dashboard } from './dashboard/dashboard.ts';
import { DataPlane } from './data-plane.ts';
import { createCustomDomains } from './domain/custom-domains.ts';
import type { Domains } from './domain/domain-settings.ts';
import { warnOfSharedConcurrency } from './lambda-concurrency.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { Release } from './release/release.ts';
import type { Stage } from './stage.ts';
import { Tables } from './tables.ts';
import { UsageDays } from './usage-days.ts';
import { Watch } from './watch.ts';

export type SluiceStackProps = {
  readonly stage: Stage;
  readonly upstreams: Upstreams;
  /** A second origin whose pages may call the management API, besides the dashboard's. */
  readonly dashboardOrigin: string | undefined;
  /** The folder of the built dashboard. */
  readonly dashboardFolder: string;
  /** By default the account and region of the deploying credentials. */
  readonly env?: AwsEnvironment;
  /** Custom domain names. */
  readonly domains?: Domains;
  readonly budget?: BudgetLimit | undefined;
  /** The address that gets the alarm mails. */
  readonly alarmEmail?: string | undefined;
};

/** One stage of Sluice. It is environment-agnostic unless `env` is given. */
export class SluiceStack extends Stack {
  constructor(scope: Construct, props: SluiceStackProps) {
    const { stage, upstreams, dashboardOrigin, dashboardFolder, env = {}, domains = {}, budget, alarmEmail } = props;
    super(scope, `Sluice-${stage.name}`, {
      description: `Sluice, a gateway for blockchain JSON-RPC (${stage.name})`,
      terminationProtection: stage.deletionProtection,
      env,
    });
    if (stage.namesItsAccount && !stage.reservedConcurrency) warnOfSharedConcurrency(this);
    const ownDomains = createCustomDomains(this, domains);
    const tables = new Tables(this, 'Tables', stage);
    const { api, recordStream, functions } = new DataPlane(this, 'DataPlane', {
      stage,
      tables,
      upstreams,
      domainName: ownDomains.rpc,
    });
    const rpcUrl = api.address;
    const watch = new Watch(this, 'Watch', { stage, tables, upstreams, rpcUrl });
    const usageDays = new UsageDays(this, 'UsageDays', { stage, tables });
    const controlPlane = new ControlPlane(this, 'ControlPlane', {
      stage,
      tables,
      rpcUrl,
      dashboardOrigin,
      domainName: ownDomains.api,
    });
    const dashboard = new Dashboard(this, 'Dashboard', {
      stage,
      folder: dashboardFolder,
      userPool: controlPlane.userPool,
      apiUrl: controlPlane.api.address,
      rpcUrl,
      domain: ownDomains.dashboard,
    });
    if (budget) new Budget(this, 'Budget', stage, budget);
    const { authorizer, proxy } = functions;
    const watched = { stage, api, authorizer, proxy, recordStream, watch, usageDays, tables, upstreams };
    const { releaseAlarms: alarms } = new Monitoring(this, 'Monitoring', { ...watched, alarmEmail });
    new Release(this, 'Release', { stage, functions, alarms });

    this.output('DashboardUrl', dashboard.url);
    for (const route of routes) this.output(endpointOutput(route), api.addressOf(route));
    this.output('ApiUrl', controlPlane.api.address);
    this.output('UserPoolId', controlPlane.userPool.userPoolId);
    this.output('UserPoolClientId', controlPlane.userPool.client.userPoolClientId);
    this.output('DirectoryTable', tables.directory.tableName);
    this.output('AdmissionsTable', tables.admissions.tableName);
    this.output('RecordsTable', tables.records.tableName);
    this.output('UsageTable', tables.usage.tableName);
    this.output('NetworksTable', tables.networks.tableName);
    this.output('FailureBucket', recordStream.failures.bucketName);
  }

  private output(name: string, value: string) {
    new CfnOutput(this, name, { value });
  }
}
