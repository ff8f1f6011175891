import * as v from 'valibot';
import type { AwsClient } from '../../src/aws/aws-client.ts';
import type { BillingDeps } from '../../src/billing/billing-deps.ts';
import { type BillingSecret, billingSecretSchema } from '../../src/billing/billing-settings.ts';
import type { ExcessKeyDeps } from '../../src/billing/excess-keys.ts';
import { createStripe } from '../../src/billing/stripe-client.ts';
import { createLog } from '../../src/log.ts';
import type { ItemTable } from '../../src/table/item-table.ts';
import { lastUsedAt } from '../../src/usage/last-used.ts';
import { NotFoundError, RefusedCommandError } from '../command-errors.ts';
import type { GatewayLocation } from './gateway-location.ts';
import type { GatewaySettings } from './gateway-settings.ts';

/** What commands on billing work with. */
export type OperatorBilling = ExcessKeyDeps & {
  readonly mode: 'live' | 'test';
  /** Where the API key comes from, for messages. */
  readonly keySource: string;
  readonly serviceName: string;
};

type BillingAccess = {
  readonly location: GatewayLocation;
  readonly settings: GatewaySettings;
  readonly secretsManager: Pick<AwsClient, 'call'>;
  readonly warn: (text: string) => void;
};

/**
 * Opens billing with the key of Secrets Manager, or with that of a local gateway's fake Stripe.
 * @throws {RefusedCommandError} if billing is off, or a live key would be sent to another address than Stripe's
 * @throws {NotFoundError} without the secret
 */
export async function openBilling(
  {
    plans,
    directory,
    usage,
    clock,
  }: Pick<BillingDeps, 'plans' | 'directory' | 'clock'> & { readonly usage: ItemTable },
  { location, settings, secretsManager, warn }: BillingAccess,
): Promise<OperatorBilling> {
  const { billing } = settings;
  if (!billing) throw billingIsOff(location);
  const { apiKey, keySource } = location.billing
    ? { apiKey: location.billing.apiKey, keySource: location.name }
    : { ...(await readSecret(secretsManager, billing.secretName)), keySource: `the secret ${billing.secretName}` };
  const mode = /^(sk|rk)_live_/.test(apiKey) ? 'live' : 'test';
  if (mode === 'live' && billing.apiUrl !== undefined) {
    throw new RefusedCommandError(
      `The API key in ${keySource} is a live key, but the settings have billing.apiUrl: ${billing.apiUrl}. A live key is ` +
        'sent to Stripe only. Remove billing.apiUrl, or use a test key.',
    );
  }
  const stripe = await createStripe({ apiKey, apiUrl: billing.apiUrl });
  const log = createLog('warn', (line) => warn(`${line}\n`));
  const { name: serviceName } = settings.service;
  const used = (keyIds: readonly string[]) => lastUsedAt(usage, keyIds);
  return { stripe, settings: billing, plans, directory, lastUsedAt: used, clock, log, mode, keySource, serviceName };
}

const billingIsOff = ({ name, billing }: GatewayLocation): RefusedCommandError =>
  new RefusedCommandError(
    billing === null
      ? `Billing is off in ${name}: it was started with --no-billing.`
      : `Billing is off: the settings that this command reads for ${name} have no "billing" (docs/billing.md).`,
  );

const secretText = v.pipe(v.string(), v.parseJson(undefined, 'must be JSON'), billingSecretSchema);

async function readSecret(secretsManager: BillingAccess['secretsManager'], name: string): Promise<BillingSecret> {
  const { SecretString } = await secretsManager.call('GetSecretValue', { SecretId: name }).catch((cause: unknown) => {
    if (!(cause instanceof Error && cause.name === 'ResourceNotFoundException')) throw cause;
    throw new NotFoundError(
      `Secrets Manager has no secret ${name} in the AWS account and region of the environment. Create it: docs/billing.md.`,
      { cause },
    );
  });
  const secret = v.safeParse(secretText, SecretString);
  if (secret.success) return secret.output;
  const [issue] = secret.issues;
  // Not the issue's own message alone: Valibot's contain what it received.
  const problem = `${v.getDotPath(issue) ?? 'the value'} ${issue.type === 'parse_json' ? 'is not JSON' : 'is missing or wrong'}`;
  throw new RefusedCommandError(
    `The secret ${name} does not have the format {"apiKey": "rk_…", "signingSecret": "whsec_…"}: ${problem}. ` +
      'Correct it with aws secretsmanager put-secret-value.',
  );
}
