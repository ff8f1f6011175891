import { changedOutputs } from './changed-outputs.ts';
import { lossOf } from './kept-types.ts';
import { type ResourceChange, resourceChanges, type TemplateJson } from './template-changes.ts';

/** Intended changes that the check would report, by logical id or output, each with what operators have to do. */
export type IntendedChanges = Readonly<Record<string, string>>;

/** Something that an upgrade loses. */
export type Loss = {
  /** The logical id, or the name of an output. */
  readonly name: string;
  /** What happens, why, and what to do. */
  readonly text: string;
};

/**
 * What a deployment of the template `after` over `before` loses, a line each. Empty if every table, bucket, user pool,
 * secret, log and address stays.
 */
export const lostByUpgrade = (before: TemplateJson, after: TemplateJson, intended: IntendedChanges = {}): string[] =>
  findLosses(before, after)
    .filter(({ name }) => !Object.hasOwn(intended, name))
    .map(({ text }) => text);

export function findLosses(before: TemplateJson, after: TemplateJson): Loss[] {
  const changes = resourceChanges(before, after);
  return [
    ...changes.flatMap((change) => {
      const loss = lossOf(change, changes);
      const text = `${nameOf(change)} ${endOf(change, changes)}. It loses ${loss}. ${keep} ${orIntended}`;
      return loss === undefined ? [] : [{ name: change.logicalId, text }];
    }),
    ...changedOutputs(before, after).map(({ name, problem }) => ({ name, text: `${problem} ${keepOutput}` })),
  ];
}

const endOf = (change: ResourceChange, changes: readonly ResourceChange[]): string =>
  change.effect === 'removed'
    ? `is removed${successorOf(change.type, changes)}`
    : `is ${change.effect}, because ${change.properties.join(', ')} changes`;

function successorOf(type: string, changes: readonly ResourceChange[]): string {
  const added = changes.filter((change) => change.type === type && change.effect === 'added');
  const same = added.map(({ logicalId }) => logicalId);
  if (same.length === 0) return '';
  return `, and ${same.join(', ')} of the same type is added: a construct was moved or renamed, which changes its logical id`;
}

const nameOf = ({ logicalId, type, path }: ResourceChange): string =>
  `${logicalId} (${type}${path === undefined ? '' : `, ${path}`})`;

const keep = 'Keep the resource as it is (overrideLogicalId keeps the id of a construct that moved).';

const orIntended =
  'If operators really have to go through this, say under "intended" in test/upgrade/next.json what they have to do: ' +
  'the upgrade table shows it.';

const keepOutput = `Commands and scripts of operators read it. Keep it as it is. ${orIntended}`;
