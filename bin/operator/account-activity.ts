import { type ActivityRow, listActivity } from '../../src/directory/activity.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { EpochMs } from '../../src/time.ts';
import { numberFrom1 } from '../command-line.ts';
import type { CommandResult, GivenOptions } from './command.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asText, type OutputRow } from './print-rows.ts';

/** A page of an account's activity, newest first, as far as it is kept. @throws {UsageError} @throws {AccountNotFoundError} */
export async function showActivity(
  { directory }: OperatorGateway,
  accountId: string,
  { limit = '50', before }: GivenOptions,
): Promise<CommandResult> {
  const count = numberFrom1(limit, 'limit');
  const version = before === undefined ? undefined : numberFrom1(before, 'before');
  await findAccount(directory, accountId);
  const { rows, next } = await listActivity(directory, accountId, { from: 0, limit: count, before: version });
  const more = next === undefined ? '' : `More: --before ${next}\n`;
  return { documents: rows.map(withTime), text: `${asText(rows.map(activityRow))}${more}` };
}

const pageLength = 1_000;

/** The whole activity of a time range, newest first. @param to exclusive */
export async function* readActivity(
  directory: Directory,
  accountId: string,
  { from, to }: { readonly from: EpochMs; readonly to: EpochMs },
): AsyncGenerator<ActivityRow> {
  let before: number | undefined;
  do {
    const { rows, next } = await listActivity(directory, accountId, { from, limit: pageLength, before });
    yield* rows.filter(({ at }) => at < to);
    before = next;
  } while (before !== undefined);
}

const withTime = ({ at, ...row }: ActivityRow) => ({ at: new Date(at).toISOString(), ...row });

const activityRow = ({
  version,
  at,
  by,
  action,
  keyId,
  address,
  client,
  tokenName,
  before,
  after,
}: ActivityRow): OutputRow => ({
  change: version,
  time: new Date(at).toISOString(),
  by,
  action,
  key: keyId ?? null,
  before: valuesText(before),
  after: valuesText(after),
  address: address ?? null,
  client: client ?? null,
  token: tokenName ?? null,
});

const valuesText = (values: ActivityRow['before']): string | null =>
  values
    ? Object.entries(values)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')
    : null;
