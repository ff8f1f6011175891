import { type ChangeDeps, type ChangeRequest, changeAccount, type PlannedChange } from '../directory/change-account.ts';
import type { Account, Key, KeyWithSecret } from '../directory/directory-items.ts';
import { findActiveKey, findKey } from '../directory/directory-reads.ts';
import { secretItemKey } from '../directory/secret-item.ts';
import { errorClass, fixedErrorClass } from '../error-class.ts';
import type { DirectoryWrite } from '../table/directory-table.ts';
import { type EpochMs, hourMs } from '../time.ts';
import type { KeyCreationDeps } from './create-key.ts';
import { graceRule, isGraceHours } from './grace-hours.ts';
import { setKeyAttributes, setSecretAttributes } from './key-writes.ts';
import { createSecret } from './secret.ts';

export class GraceError extends fixedErrorClass('GraceError', 'invalid_grace', graceRule) {}

/** A grace period runs that is longer or shorter than the requested one. */
class GraceRunningError extends errorClass('GraceRunningError', 'grace_running') {
  readonly graceEndsAt: EpochMs;

  constructor(graceHours: number, graceEndsAt: number) {
    const end = new Date(graceEndsAt).toISOString();
    super(
      `A grace period of ${graceHours} hours runs until ${end}. Rotate with graceHours ${graceHours} to replace only the ` +
        'newest secret, or with 0 to end all older secrets now.',
    );
    this.graceEndsAt = graceEndsAt;
  }
}

/**
 * Ended secrets whose items are kept, so that refusals are recorded for the key. Items of older ones are deleted: their
 * refusals are those of an unknown secret.
 */
const maxEndedSecrets = 100;

/**
 * Gives a key a new secret. The previous one keeps working for the grace period. While a grace period runs, a rotation with
 * the same number of hours replaces the newest secret at once, and leaves the older one and the end of its grace period
 * unchanged: so a rotation whose response was lost can be repeated. A key has at most two working secrets. It keeps its slot.
 * @param graceHours see grace-hours.ts; 0 refuses all previous secrets from the next request
 * @throws {GraceError} @throws {GraceRunningError} @throws {KeyNotFoundError} @throws {KeyRevokedError}
 * @throws see {@link changeAccount}
 */
export async function rotateKey(
  deps: Pick<KeyCreationDeps, keyof ChangeDeps | 'secretPrefix'>,
  request: ChangeRequest,
  keyId: string,
  graceHours: number,
): Promise<KeyWithSecret> {
  if (!isGraceHours(graceHours)) throw new GraceError();
  const { directory, clock, secretPrefix } = deps;
  return changeAccount(deps, request, {
    decide: async (account) => {
      const key = await findActiveKey(directory, account.accountId, keyId);
      return rotation(account, key, { graceHours, at: clock(), prefix: secretPrefix });
    },
    repeat: async ({ accountId }) => ({ key: await findKey(directory, accountId, keyId), secret: null }),
  });
}

/** The key's ended secrets with those that end now: the ones that are kept, and the ones whose items are deleted. */
export function withEndedSecrets({ endedSecrets }: Pick<Key, 'endedSecrets'>, ended: readonly string[]) {
  const all = [...ended, ...endedSecrets];
  return { kept: all.slice(0, maxEndedSecrets), dropped: all.slice(maxEndedSecrets) };
}

type Rotation = { readonly graceHours: number; readonly at: EpochMs; readonly prefix: string | undefined };

function rotation(account: Account, key: Key, { graceHours, at, prefix }: Rotation): PlannedChange<KeyWithSecret> {
  const { startedWith } = key;
  const { secret, keyEntry, write } = createSecret(account, key.keyId, { startedWith, prefix });
  const expiring = secretInGrace(key, graceHours, at);
  const secrets = [keyEntry, ...(expiring ? [expiring] : [])];
  const ended = key.secrets.filter(({ hash }) => hash !== expiring?.hash).map(({ hash }) => hash);
  const { kept, dropped } = withEndedSecrets(key, ended);
  const writes: DirectoryWrite[] = [
    setKeyAttributes(key, { secrets, endedSecrets: kept }),
    write,
    ...(expiring ? [setSecretAttributes(expiring.hash, { expiresAt: expiring.expiresAt })] : []),
    ...ended.map((hash) => setSecretAttributes(hash, { state: 'ended' })),
    ...dropped.map((hash) => ({ delete: secretItemKey(hash) })),
  ];
  const activity = { action: 'key_rotated' as const, key, after: { graceHours } };
  return { change: { activity, writes }, result: { key: { ...key, secrets, endedSecrets: kept }, secret } };
}

/** The previous secret that goes on working: the one whose grace period runs, or else the newest. */
function secretInGrace({ secrets }: Key, graceHours: number, at: number) {
  if (graceHours === 0) return undefined;
  // The newest may have been ended alone.
  const newest = secrets.find(({ expiresAt }) => expiresAt === undefined);
  const running = secrets.find(({ expiresAt }) => expiresAt !== undefined && expiresAt > at);
  if (running?.expiresAt === undefined || running.graceHours === undefined) {
    return newest && { ...newest, expiresAt: at + graceHours * hourMs, graceHours };
  }
  const { expiresAt } = running;
  if (running.graceHours !== graceHours) throw new GraceRunningError(running.graceHours, expiresAt);
  return { ...running, expiresAt };
}
