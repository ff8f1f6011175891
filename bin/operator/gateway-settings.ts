import type { BillingSettings } from '../../src/billing/billing-settings.ts';
import type { PlanSale } from '../../src/management-api/schemas/account-schemas.ts';
import { Plans } from '../../src/plans.ts';
import type { FunctionSettings } from '../../src/settings.ts';

/** The settings that commands on a gateway use: of a file, or of a function. `billing` is undefined if it is off. */
export type GatewaySettings = Pick<FunctionSettings, 'service' | 'currency' | 'plans' | 'networks'> & {
  readonly billing: BillingSettings | undefined;
  readonly secretPrefix: string;
  readonly importedKeys?: boolean | undefined;
};

/** How the settings sell the plans. */
export const saleOf = ({ plans, currency, billing }: GatewaySettings): PlanSale => ({
  plans: new Plans(plans),
  currency,
  canPay: billing !== undefined,
});
