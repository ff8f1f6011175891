import {
  type APIGatewayClient,
  type ApiKey,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
  paginateGetUsagePlans,
  type UsagePlan,
} from '@aws-sdk/client-api-gateway';
import { canBeImported, hashSecret, isWellFormedSecret } from '../../src/keys/secret.ts';

/** The columns of the file that `keys import` reads. */
export const foreignKeyColumns = ['email', 'name', 'sha256', 'prefix', 'plan'] as const;

/**
 * The enabled keys of an account and region as rows, with what an operator has to look at before the import. A key whose
 * value the gateway would refuse has no row: an import, which knows only the hash, would spend a slot on it.
 * @param plans the gateway's plan for a usage plan's name or id. Without one, the row has no plan
 */
export async function* readUsagePlans(client: APIGatewayClient, plans: ReadonlyMap<string, string>) {
  const planOfKey = await readPlansOfKeys(client);
  // Only with `includeValues` the answer has the values of the keys.
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize: 500 }, { includeValues: true })) {
    for (const key of items) {
      const row = rowOf(key, planOfKey.get(key.id ?? '') ?? [], plans);
      if (row) yield row;
    }
  }
}

/** The usage plans of each key, by its id. */
async function readPlansOfKeys(client: APIGatewayClient): Promise<Map<string, UsagePlan[]>> {
  const planOfKey = new Map<string, UsagePlan[]>();
  for await (const { items: plans = [] } of paginateGetUsagePlans({ client, pageSize: 500 }, {})) {
    for (const plan of plans) {
      const pages = paginateGetUsagePlanKeys({ client, pageSize: 500 }, { usagePlanId: plan.id });
      for await (const { items: keys = [] } of pages) {
        for (const { id = '' } of keys) planOfKey.set(id, [...(planOfKey.get(id) ?? []), plan]);
      }
    }
  }
  return planOfKey;
}

/** Undefined for a key that is disabled. */
function rowOf(key: ApiKey, usagePlans: readonly UsagePlan[], plans: ReadonlyMap<string, string>) {
  const { name = '', id = '', value = '', enabled } = key;
  if (!enabled) return undefined;
  if (!canBeImported(value) && !isWellFormedSecret(value))
    return { name: name || id, row: undefined, problems: [leftOut] };
  const email = emailOf(key);
  const [usagePlan] = usagePlans;
  const plan = usagePlan && (plans.get(usagePlan.name ?? '') ?? plans.get(usagePlan.id ?? ''));
  const problems = [
    ...(email === '' ? ['no email address in its tag "email", description or customer id: enter one'] : []),
    ...(usagePlan ? [] : ['in no usage plan: its account gets the free plan']),
    ...(usagePlan && plan === undefined
      ? [`no plan in --plans for its usage plan ${usagePlan.name}: it gets the free plan`]
      : []),
    ...(usagePlans.length > 1 ? [`in ${usagePlans.length} usage plans: the first one counts`] : []),
  ];
  const row = { email, name: name || id, sha256: hashSecret(value), prefix: value.slice(0, 4), plan: plan ?? '' };
  return { name: row.name, row, problems };
}

const leftOut =
  'left out: its value cannot be a secret, which has 16 to 200 visible ASCII characters and not the form of an account ' +
  'token or of a secret of a gateway with a wrong checksum';

const emailOf = ({ tags = {}, description = '', customerId = '' }: ApiKey): string =>
  [tags.email, description, customerId].flatMap(
    (text) => /[^\s<>()",;]+@[^\s<>()",;]+\.\w+/.exec(text ?? '') ?? [],
  )[0] ?? '';
