import type { BillingSettings } from '../../src/billing/billing-settings.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { withCertificates } from './ca-files.ts';
import { watchEverySecondsOf } from './operations.ts';
import type { EffectiveSettings } from './settings.ts';

/** Without SES, some of Cognito's mails are left for customers who forgot their password. */
export const defaultSignUpMails = { withSes: 1_000, withoutSes: 40 };

/** The part that functions read. */
export const functionSettings = (settings: EffectiveSettings): FunctionSettings => {
  const { service, currency, plans, networks, signUp, mail, freeAccountDollarsPerWeek } = settings;
  const { withSes, withoutSes } = defaultSignUpMails;
  return {
    service: { name: service.name, problemTypes: service.problemTypes },
    currency,
    plans,
    networks: withCertificates(networks),
    signUp,
    freeAccountDollarsPerWeek,
    signUpMailsPerDay: settings.signUpMailsPerDay ?? (mail ? withSes : withoutSes),
    watchEverySeconds: settings.watchEverySeconds ?? watchEverySecondsOf.full,
    ...(settings.webAcl !== undefined && { isBehindFirewall: true }),
  };
};

/** What functions read of the settings of billing; undefined without billing. */
export const billingSettings = ({ billing, currency }: EffectiveSettings): BillingSettings | undefined =>
  billing && withoutKey({ ...billing, currency });

/** Functions read the secret, whatever key encrypts it. */
const withoutKey = <T extends { readonly kmsKeyArn?: unknown }>({ kmsKeyArn: _, ...others }: T) => others;
