import {
  type APIGatewayClient,
  type ApiKey,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
  paginateGetUsagePlans,
  type UsagePlan,
} from '@aws-sdk/client-api-gateway';
import type { Columns } from '../../src/csv.ts';
import { canBeImported, hashSecret } from '../../src/keys/secret.ts';

/** A row for `keys import`. */
type ForeignKeyRow = Readonly<Record<'email' | 'name' | 'sha256' | 'prefix' | 'plan', string>>;

/** The columns of the file that `keys import` reads. */
export const foreignKeyColumns: Columns<ForeignKeyRow> = {
  email: ({ email }) => email,
  name: ({ name }) => name,
  sha256: ({ sha256 }) => sha256,
  prefix: ({ prefix }) => prefix,
  plan: ({ plan }) => plan,
};

/**
 * The enabled keys of an account and region, with what an operator has to look at before the import.
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
  const email = emailOf(key);
  const [usagePlan] = usagePlans;
  const plan = usagePlan && (plans.get(usagePlan.name ?? '') ?? plans.get(usagePlan.id ?? ''));
  const problems = [
    ...(email === '' ? ['no e-mail address in its tag "email", description or customer id: enter one'] : []),
    ...(usagePlan ? [] : ['in no usage plan: its account gets the free plan']),
    ...(usagePlan && plan === undefined
      ? [`no plan in --plans for its usage plan ${usagePlan.name}: it gets the free plan`]
      : []),
    ...(usagePlans.length > 1 ? [`in ${usagePlans.length} usage plans: the first one counts`] : []),
    ...(canBeImported(value) ? [] : ['its value cannot be imported: 16 to 200 visible characters are needed']),
  ];
  const row = { email, name: name || id, sha256: hashSecret(value), prefix: value.slice(0, 4), plan: plan ?? '' };
  return { key: row, problems };
}

const emailOf = ({ tags = {}, description = '', customerId = '' }: ApiKey): string =>
  [tags.email, description, customerId].flatMap(
    (text) => /[^\s<>()",;]+@[^\s<>()",;]+\.\w+/.exec(text ?? '') ?? [],
  )[0] ?? '';
