import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { BillingEventsVariables, BillingReconciliationVariables } from '../../src/environment.ts';
import { allowOnTable, changeAccounts, type Grant } from '../functions/grants.ts';
import { ReleasedFunction, type ReleasedFunctions } from '../functions/released-function.ts';
import { ScheduledFunction } from '../functions/scheduled-function.ts';
import { readSecrets } from '../functions/secret-access.ts';
import { metricsVariable, type Stage } from '../instance/stage.ts';
import { billingSettings, functionSettings } from '../settings/function-settings.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import type { Tables } from '../tables.ts';

/** The settings of billing, as functions read them. */
type EffectiveBilling = NonNullable<ReturnType<typeof billingSettings>>;

/** What a function needs to use Stripe. */
export type BillingAccess = {
  readonly variables: { readonly BILLING_SETTINGS: string };
  /** To read the secret with Stripe's keys, and nothing else. */
  readonly grants: readonly Grant[];
};

const accessOf = (scope: Construct, { billing, settings }: NewBillingProps): BillingAccess => ({
  variables: { BILLING_SETTINGS: JSON.stringify(billing) },
  grants: readSecrets(scope, [{ secretName: billing.secretName, kmsKeyArn: settings.billing?.kmsKeyArn }]),
});

export type BillingProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  readonly tables: Pick<Tables, 'directory' | 'usage'>;
  /** The functions that answer calls: they know a new plan before a customer can be on it. */
  readonly released: Pick<ReleasedFunctions, 'authorizer' | 'proxy'>;
};

type NewBillingProps = BillingProps & { readonly billing: EffectiveBilling };

/** Undefined if billing is off: nothing of it is deployed. */
export function createBilling(scope: Construct, props: BillingProps): Billing | undefined {
  const billing = billingSettings(props.settings);
  return billing && new Billing(scope, 'Billing', { ...props, billing });
}

/** The functions that bring Stripe's state to the accounts: on its events, and by looking at every customer. */
export class Billing extends Construct {
  /** For the other functions that use Stripe. */
  readonly access: BillingAccess;
  readonly events: ReleasedFunction;
  readonly reconciliation: ScheduledFunction;
  /** Ids of the plans. */
  readonly plans: readonly string[];
  /** ISO 4217, in lower case. */
  readonly currency: string;

  constructor(scope: Construct, id: string, props: NewBillingProps) {
    super(scope, id);
    this.plans = props.settings.plans.map((plan) => plan.id);
    this.currency = props.billing.currency;
    const { authorizer, proxy } = props.released;
    this.access = accessOf(this, props);
    this.events = this.createEvents(props);
    this.reconciliation = this.createReconciliation(props);
    this.node.addDependency(authorizer.live, proxy.live);
  }

  /** A function of its own: it is open to the internet, has few grants, and cannot take the executions of customers. */
  private createEvents({ stage, settings, tables: { directory } }: BillingProps) {
    const variables: BillingEventsVariables = {
      DIRECTORY_TABLE: directory.tableName,
      ...this.access.variables,
      LOG_LEVEL: stage.logLevel,
    };
    return new ReleasedFunction(this, 'Events', {
      stage,
      description: 'Applies the events of Stripe',
      code: 'billing-events',
      memory: stage.memory.api,
      reservedConcurrency: stage.reservedConcurrency?.billingEvents,
      timeout: Duration.seconds(29),
      variables,
      settings: functionSettings(settings),
      grants: [
        allowOnTable(directory, ...changeAccounts, 'dynamodb:Query', 'dynamodb:DeleteItem'),
        ...this.access.grants,
      ],
    });
  }

  private createReconciliation({ stage, settings, tables: { directory, usage } }: BillingProps) {
    const variables = {
      DIRECTORY_TABLE: directory.tableName,
      USAGE_TABLE: usage.tableName,
      ...this.access.variables,
      ...metricsVariable(stage),
      LOG_LEVEL: stage.logLevel,
    } satisfies BillingReconciliationVariables;
    return new ScheduledFunction(this, 'Reconciliation', {
      stage,
      description: 'Ends grace periods, and compares the accounts with Stripe every night',
      code: 'billing-reconciliation',
      memory: 512,
      reservedConcurrency: stage.reservedConcurrency?.billingReconciliation,
      // The next run continues.
      timeout: Duration.minutes(14),
      schedule: {
        interval: Duration.minutes(15),
        description: 'Runs the billing reconciliation',
        alarm: 'billing-reconciliation',
      },
      variables,
      settings: functionSettings(settings),
      grants: [
        allowOnTable(directory, ...changeAccounts, 'dynamodb:Query', 'dynamodb:DeleteItem', 'dynamodb:Scan'),
        allowOnTable(usage, 'dynamodb:GetItem'),
        ...this.access.grants,
      ],
    });
  }
}
