import type { Account, Key, KeyWithSecret } from '../../src/directory/directory-items.ts';
import { readKeyFigures } from '../../src/keys/key-figures.ts';
import { effectiveLimits, lessOfDay } from '../../src/keys/key-slots.ts';
import { type KeyView, toKeyView } from '../../src/management-api/schemas/key-schema.ts';
import { activePlan, type Limits } from '../../src/plans.ts';
import { concurrently } from '../../src/runtime/concurrently.ts';
import type { CommandResult } from './command.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asFields, asText, type OutputRow } from './print-rows.ts';

/** Undefined without an active plan. */
function limitsOf({ plans, clock }: OperatorGateway, account: Account, key: Key): Limits | undefined {
  const plan = activePlan(account, plans);
  return plan && effectiveLimits(plan.limits, lessOfDay(account, key), clock());
}

/** A key as the management API shows it, with its figures from the Admissions and Usage tables. */
export async function readKeyView(gateway: OperatorGateway, account: Account, key: Key): Promise<KeyView> {
  const limits = limitsOf(gateway, account, key);
  return toKeyView(key, limits, await readKeyFigures(key.keyId, gateway), gateway.clock());
}

/** `stored` has the secrets that no longer work, too. */
export const keyRow = (view: KeyView, stored: Key): OutputRow => ({
  key: view.keyId,
  name: view.name,
  state: view.state,
  secrets: stored.secrets.map(({ firstCharacters }) => `${firstCharacters}…`).join(' '),
  'calls today': view.calls?.today ?? null,
  'last used': view.lastUsedAt,
  created: view.createdAt,
});

export async function showKeys(
  gateway: OperatorGateway,
  account: Account,
  keys: readonly Key[],
): Promise<CommandResult> {
  const views = new Map<Key, KeyView>();
  await concurrently(keys, async (key) => void views.set(key, await readKeyView(gateway, account, key)));
  // In the order of the keys.
  const shown = keys.flatMap((key) => {
    const view = views.get(key);
    return view ? [{ view, row: keyRow(view, key) }] : [];
  });
  return { documents: shown.map(({ view }) => view), text: asText(shown.map(({ row }) => row)) };
}

/** A key with its new secret, which is shown only now: unreadable figures must not lose it. */
export async function showSecret(
  gateway: OperatorGateway,
  account: Account,
  { key, secret }: KeyWithSecret,
): Promise<CommandResult> {
  const unknownFigures = () => toKeyView(key, limitsOf(gateway, account, key), undefined, gateway.clock());
  const view = await readKeyView(gateway, account, key).catch(unknownFigures);
  const text = asFields({ key: view.keyId, name: view.name, secret: secret ?? '' });
  return { documents: [{ key: view, secret }], text: `${text}\nSave the secret now: it cannot be shown again.\n` };
}
