import type { Item } from '../../../src/table/item-table.ts';
import { Attacker, type AttackerCommand, attackerCommands, type Deed } from './attacker.ts';
import type { TakeOverWorld } from './take-over-world.ts';
import { Victim, type VictimCommand } from './victim.ts';

/** One step of a history. */
export type Step =
  | { readonly victim: VictimCommand }
  | { readonly attacker: AttackerCommand }
  | { readonly steal: true | 'account token' }
  | { readonly wait: number };

/** What has happened in histories, to show that they are not empty. */
export type Totals = Record<
  'steps' | 'registered' | 'thefts' | 'theftsEnded' | 'tokenThefts' | 'deedsByToken' | 'deedsOfThieves' | 'refusals',
  number
>;

let histories = 0;

const sortedByName = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Plays a history and checks after each step that the attacker has read and changed nothing of the victim's. Only a stolen
 * token that the victim has not ended yet lets the attacker act in the victim's name, without the password; a stolen
 * account token reaches the victim's keys alone.
 * @throws with the first thing that must not happen
 */
export async function runHistory(world: TakeOverWorld, history: readonly Step[], totals: Totals): Promise<void> {
  histories += 1;
  const name = `victim-${histories}`;
  const victim = new Victim(world, name, histories % 4 === 0 ? 'USER_SRP_AUTH' : 'USER_PASSWORD_AUTH');
  const attacker = new Attacker(world, name, victim);
  let thief = false;
  const stolen = new Set<string>();
  const holdsToken = () => [...stolen].some((secret) => victim.accountTokens.has(secret));

  const attack = async (...commands: AttackerCommand[]): Promise<void> => {
    const before = await belongings(world, victim);
    const deeds: Deed[] = [];
    for (const command of commands) deeds.push(...(await attacker.run(command)));
    const after = await belongings(world, victim);
    const asVictim = deeds.filter(({ userId }) => userId !== '' && userId === after.userId);
    const strangers = deeds.filter(({ userId }) => userId === '');
    const forbidden = [
      ...strangers,
      ...asVictim.filter((deed) => isNever(deed) || !(isByToken(deed) ? holdsToken() : thief)),
    ];
    const broken = forbidden.filter(({ succeeded }) => succeeded);
    if (broken.length > 0) throw new Error(`The attacker got in: ${JSON.stringify(broken)}`);
    const kept = holdsToken() ? 'beyondKeys' : 'text';
    if (!thief && before[kept] !== after[kept]) throw new Error(`${commands} changed ${before.text} to ${after.text}`);
    totals.deedsByToken += asVictim.filter((deed) => isByToken(deed) && deed.succeeded).length;
    totals.deedsOfThieves += asVictim.filter(({ succeeded }) => succeeded).length;
    totals.refusals += deeds.filter(({ succeeded }) => !succeeded).length;
  };

  for (const step of history) {
    totals.steps += 1;
    // So that two sign-ins rarely share the second that tokens tell.
    world.pass(700);
    if ('wait' in step) world.pass(step.wait);
    else if ('attacker' in step) await attack(step.attacker);
    else if ('victim' in step) {
      if (await victim.run(step.victim)) {
        if (thief) totals.theftsEnded += 1;
        thief = false;
      }
    } else if (step.steal === 'account token') {
      const secret = [...victim.accountTokens.keys()].at(-1);
      if (secret === undefined) continue;
      attacker.stealAccountToken(secret, victim.userId ?? '');
      stolen.add(secret);
      totals.tokenThefts += 1;
    } else if (victim.tokens) {
      attacker.steal(victim.tokens);
      totals.thefts += 1;
      thief = true;
    }
  }
  // In the end the victim gets in, sees every key of the account, and shuts everybody else out.
  const seen = await victim.look();
  totals.registered += 1;
  const stranger = seen.keyIds.find((keyId) => !victim.keyIds.has(keyId) && !attacker.keyIds.has(keyId));
  if (stranger !== undefined) throw new Error(`Nobody has made the key ${stranger}`);
  if (!(await victim.run('sign out everywhere'))) throw new Error('The victim cannot end the sessions.');
  thief = false;
  await victim.run('revoke the account tokens');
  await attack(...attackerCommands);
  await victim.signIn('USER_PASSWORD_AUTH');
  // The local pool writes all users with each change.
  for (const { email } of [victim, attacker]) await world.operator('AdminDeleteUser', { Username: email });
}

const isByToken = ({ what }: Deed): boolean => what.startsWith('by token:');

const isNever = ({ what }: Deed): boolean => what.startsWith('never:');

/** What belongs to the victim, as the operator sees it; codes that were sent and refused attempts are not part of it. */
async function belongings(world: TakeOverWorld, { email, hasFinished }: Victim) {
  const { status, body } = await world.operator('AdminGetUser', { Username: email });
  if (status !== 200) return { userId: undefined, text: '', beyondKeys: '' };
  const attributes = Array.isArray(body.UserAttributes) ? body.UserAttributes : [];
  const userId = String(attributes.find(({ Name }) => Name === 'sub')?.Value);
  // A request for a new code creates the victim's user, or voids an older code; the victim gets the mail.
  if (!hasFinished) return { userId, text: '', beyondKeys: '' };
  const { UserStatus, Enabled, UserMFASettingList } = body;
  const items = await world.itemsOf(userId);
  // DynamoDB returns attributes in any order.
  const textOf = (rows: readonly unknown[]) =>
    JSON.stringify([attributes, UserStatus, Enabled, UserMFASettingList, rows], sortedByName);
  return { userId, text: textOf(items), beyondKeys: textOf(items.flatMap(withoutKeys)) };
}

/** What of the account's items an account token must not change: it makes keys, with their activity, and is noted as used. */
function withoutKeys(item: Item): Item[] {
  const { version: _, activeKeys: __, lastUsedAt: ___, ...rest } = item;
  return /^(ACCOUNT$|TOKEN#)/.test(String(item.sk)) ? [rest] : [];
}
