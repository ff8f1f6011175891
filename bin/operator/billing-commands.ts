import { endSubscription } from '../../src/billing/end-subscription.ts';
import { reconcile, reconcileOne } from '../../src/billing/reconcile.ts';
import type { ReconciliationReport } from '../../src/billing/reconciliation-report.ts';
import { settleAccount } from '../../src/billing/settle-account.ts';
import { syncCatalogue } from '../../src/billing/sync-catalogue.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { exitCodes, RefusedCommandError } from '../command-errors.ts';
import { showAccount } from './account-billing.ts';
import type { OperatorBilling } from './billing-access.ts';
import type { CommandResult, Commands } from './command.ts';
import { findAccountId } from './find-account.ts';
import { amountText } from './money.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asFields, asText } from './print-rows.ts';
import { atStripe } from './stripe-failures.ts';

const nothingChanged = '\nDry run: nothing was changed.\n';

export const billingCommands: Commands = {
  'billing sync': {
    args: [],
    options: ['dry-run'],
    summary: 'create and update the products, prices and billing portal of the settings at Stripe',
    run: async (_, { options: { 'dry-run': dryRun = false }, openGateway }) => {
      const billing = await (await openGateway()).openBilling();
      const changes = await atStripe(billing, () => syncCatalogue(billing, { dryRun }));
      const rows = changes.map(({ kind, what }) => ({ change: kind, what }));
      const heading = `Stripe's ${billing.mode} mode, with the key of ${billing.keySource}\n\n`;
      const text = rows.length > 0 ? asText(rows) : 'Nothing to change: Stripe has what the settings say.\n';
      return { documents: changes, text: `${heading}${text}${dryRun && rows.length > 0 ? nothingChanged : ''}` };
    },
  },
  'billing reconcile': {
    args: [],
    options: ['account', 'dry-run'],
    summary: 'compare every account with Stripe and repair differences, as the gateway does each night',
    run: async (_, { options: { account, 'dry-run': dryRun = false }, openGateway, warn }) => {
      const gateway = await openGateway();
      const billing = await gateway.openBilling();
      const report = await atStripe(billing, () => readReport(gateway, billing, { account, dryRun, warn }));
      return { ...showReport(report, dryRun), exitCode: report.failed > 0 ? exitCodes.failed : exitCodes.done };
    },
  },
  'billing cancel': {
    args: ['ACCOUNT'],
    summary: 'end the subscription of an account (its id or address) at once, with credit for the unused time',
    run: async ([idOrEmail = ''], { openGateway }) => {
      const gateway = await openGateway();
      const accountId = await findAccountId(gateway, idOrEmail);
      const found = await findAccount(gateway.directory, accountId);
      const billing = await gateway.openBilling();
      // It may have subscribed a moment ago.
      const account = found.billing ? await atStripe(billing, () => settleAccount(billing, accountId)) : found;
      if (!account.billing?.subscriptionId) {
        throw new RefusedCommandError(
          `Account ${accountId} has no subscription. Its plan is ${account.planId}; accounts change-plan changes it.`,
        );
      }
      const request = { accountId, origin: gateway.origin };
      return showAccount(gateway, await atStripe(billing, () => endSubscription(billing, request)));
    },
  },
};

async function readReport(
  gateway: OperatorGateway,
  billing: OperatorBilling,
  {
    account,
    dryRun,
    warn,
  }: { readonly account: string | undefined; readonly dryRun: boolean; readonly warn: (text: string) => void },
): Promise<ReconciliationReport> {
  // First, because with a wrong key it fails once, and not for each account.
  const missing = await syncCatalogue(billing, { dryRun: true });
  if (missing.length > 0) warn(catalogueWarning(missing.length));
  if (account !== undefined) return reconcileOne(billing, await findAccountId(gateway, account), dryRun);
  const { report } = await reconcile({ ...billing, scan: gateway.scanDirectory }, { dryRun });
  return report;
}

const catalogueWarning = (differences: number): string =>
  `Warning: products and prices at Stripe differ from the settings (${differences} differences), so customers may not be ` +
  'able to pay. Run billing sync.\n';

function showReport(report: ReconciliationReport, dryRun: boolean): CommandResult {
  const { accountsPerPlan, monthlyRevenue, ...counts } = report;
  const revenue = Object.entries(monthlyRevenue).map(([currency, amount]) => amountText({ amount, currency }));
  const summary = asFields({
    'accounts checked': counts.checked,
    repaired: counts.repaired,
    'second subscriptions cancelled': counts.duplicates,
    'payments refunded': counts.refunded,
    'prices without a plan': counts.unknownPrices,
    'more keys than paid for': counts.tooManyKeys,
    'could not be checked': counts.failed,
    'in the grace period': counts.inGrace,
    'without a plan, unpaid': counts.unpaid,
    'monthly recurring revenue': revenue.join(', ') || null,
  });
  const plans = Object.entries(accountsPerPlan).map(([plan, accounts]) => ({ plan, accounts }));
  return { documents: [report], text: `${summary}\n${asText(plans)}${dryRun ? nothingChanged : ''}` };
}
