import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainIds } from './chains/chains.ts';
import { chargeableFaults } from './cost/node-cost.ts';
import { errorClass } from './error-class.ts';
import type { Network, Upstream } from './network.ts';
import { type Plan, planAvailabilities } from './plans.ts';
import {
  isArrayOf,
  isBoolean,
  isHttpUrl,
  isNonEmptyString,
  isNumber,
  isObjectOf,
  isOneOf,
  isOptional,
  isRecordOf,
  parseJson,
  type Schema,
} from './schema.ts';

/** Who can create an account: everybody, users whose email address is of one of the domains, or only the operator. */
export type SignUpPolicy = 'open' | 'closed' | { readonly emailDomains: readonly string[] };

/** The part of the settings that functions read. lib/settings/settings.ts documents and validates the settings. */
export type FunctionSettings = {
  readonly service: {
    readonly name: string;
    /** The types of problems are URLs below this one, which has no trailing slash. */
    readonly problemTypes: string;
  };
  /** ISO 4217, in lower case. */
  readonly currency: string;
  readonly plans: readonly Plan[];
  readonly networks: readonly Network[];
  readonly signUp: SignUpPolicy;
  /** A free account whose calls cost more in seven days is in the report below-cost. */
  readonly freeAccountDollarsPerWeek: number;
  /** The most mails to visitors who sign up, per UTC day. */
  readonly signUpMailsPerDay: number;
  /** How often watch asks every node for its height. */
  readonly watchEverySeconds: number;
  /** The management API refuses requests that did not come through CloudFront: the setting `webAcl`. */
  readonly isBehindFirewall?: boolean | undefined;
};

/** The settings' file is beside the function's bundle: Lambda's environment holds only 4 KB. */
export const settingsFile = 'settings.json';

const isUpstream: Schema<Upstream> = isObjectOf({
  url: isHttpUrl,
  ca: isOptional(isNonEmptyString),
  secretName: isOptional(isNonEmptyString),
  methods: isOptional(isArrayOf(isNonEmptyString)),
  exceptMethods: isOptional(isArrayOf(isNonEmptyString)),
  earliestSlot: isOptional(isNumber),
  archive: isOptional(isBoolean),
  callsPerSecond: isOptional(isNumber),
  cost: isOptional(
    isObjectOf({
      dollarsPerMillionCredits: isNumber,
      credits: isOptional(isNumber),
      creditsOf: isOptional(isRecordOf(isNumber)),
      alsoCharged: isOptional(isArrayOf(isOneOf(chargeableFaults))),
    }),
  ),
});

const isPlan: Schema<Plan> = isObjectOf({
  id: isNonEmptyString,
  availability: isOneOf(planAvailabilities),
  limits: isObjectOf({ callsPerSecond: isNumber, callsPerDay: isNumber }),
  keys: isNumber,
  historyDays: isNumber,
  longestCallSeconds: isNumber,
  pricePerMonth: isNumber,
});

const isNetwork: Schema<Network> = isObjectOf({
  path: isNonEmptyString,
  chain: isOneOf(chainIds),
  network: isNonEmptyString,
  genesisHash: isOptional(isNonEmptyString),
  chainId: isOptional(isNumber),
  maxLagSeconds: isOptional(isNumber),
  stalledAfterSeconds: isOptional(isNumber),
  methods: isOptional(
    isObjectOf({
      reads: isOptional(isArrayOf(isNonEmptyString)),
      writes: isOptional(isArrayOf(isNonEmptyString)),
      unsupported: isOptional(isArrayOf(isNonEmptyString)),
    }),
  ),
  upstreams: isArrayOf(isUpstream),
});

const isOpenOrClosed = isOneOf(['open', 'closed']);
const hasDomains = isObjectOf({ emailDomains: isArrayOf(isNonEmptyString) });

const isSettings: Schema<FunctionSettings> = isObjectOf({
  service: isObjectOf({ name: isNonEmptyString, problemTypes: isHttpUrl }),
  currency: isNonEmptyString,
  plans: isArrayOf(isPlan),
  networks: isArrayOf(isNetwork),
  signUp: (value: unknown): value is SignUpPolicy => isOpenOrClosed(value) || hasDomains(value),
  signUpMailsPerDay: isNumber,
  freeAccountDollarsPerWeek: isNumber,
  watchEverySeconds: isNumber,
  isBehindFirewall: isOptional(isBoolean),
});

/** The bundle and its settings do not fit together: they are from different versions. */
class FunctionSettingsError extends errorClass('FunctionSettingsError', 'invalid_settings') {}

/**
 * Reads the settings beside the bundle.
 * @param variables Lambda sets `LAMBDA_TASK_ROOT` to the folder with the function's code
 * @throws {FunctionSettingsError}
 */
export function readFunctionSettings(variables: { readonly LAMBDA_TASK_ROOT?: string | undefined }): FunctionSettings {
  const file = join(variables.LAMBDA_TASK_ROOT ?? '', settingsFile);
  const settings = parseJson(readFileSync(file, 'utf8'));
  if (isSettings(settings)) return settings;
  throw new FunctionSettingsError(`${file} does not hold the settings of this version. Deploy again.`);
}
