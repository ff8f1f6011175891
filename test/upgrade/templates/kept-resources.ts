import { changedOutputs } from './changed-outputs.ts';
import { weakenedBy } from './guarded-properties.ts';
import { isKept, lossOf } from './kept-types.ts';
import { refusedIn } from './refused-changes.ts';
import { type ResourceChange, resourceChanges, type TemplateJson } from './template-changes.ts';
import { type NameConflict, nameConflicts } from './unique-names.ts';

/** Intended changes that the check would report, by logical id or output, each with what operators have to do. */
export type IntendedChanges = Readonly<Record<string, string>>;

/** Something that an upgrade loses, or on which it fails. */
export type Loss = {
  /** The logical id, or the name of an output. */
  readonly name: string;
  /** What happens, why, and what to do. */
  readonly text: string;
};

/**
 * What is wrong with a deployment of the template `after` over `before`, a line each. Empty if every table, bucket, user
 * pool, secret, log and address stays as protected as it is, and AWS accepts every change.
 */
export const lostByUpgrade = (before: TemplateJson, after: TemplateJson, intended: IntendedChanges = {}): string[] =>
  findLosses(before, after)
    .filter(({ name }) => !Object.hasOwn(intended, name))
    .map(({ text }) => text);

export function findLosses(before: TemplateJson, after: TemplateJson): Loss[] {
  const changes = resourceChanges(before, after);
  const conflicts = nameConflicts(changes);
  const conflicting = new Set(conflicts.map(({ change }) => change.logicalId));
  const others = changes.filter(({ logicalId }) => !conflicting.has(logicalId));
  return [
    ...others.flatMap((change) => lossesOf(change, changes)),
    ...conflicts.map((conflict) => ({
      name: conflict.change.logicalId,
      text: `${conflictOf(conflict)} ${orIntended}`,
    })),
    ...changedOutputs(before, after).map(({ name, problem }) => ({ name, text: `${problem} ${keepOutput}` })),
  ];
}

function lossesOf(change: ResourceChange, changes: readonly ResourceChange[]): Loss[] {
  const [name, loss] = [nameOf(change), lossOf(change, changes)];
  const texts = [
    ...(loss === undefined ? [] : [`${name} ${endOf(change, changes)}. It loses ${loss}. ${keep} ${orIntended}`]),
    ...(isKept(change.type) ? weakenedBy(change) : []).map(
      (weaker) => `${name}: ${weaker} Keep the value. ${orIntended}`,
    ),
    ...refusedIn(change).map((refused) => `${name}: ${refused} ${orIntended}`),
  ];
  return texts.map((text) => ({ name: change.logicalId, text }));
}

const endOf = (change: ResourceChange, changes: readonly ResourceChange[]): string =>
  change.effect === 'removed' ? `is removed${successorOf(change.type, changes)}` : `is ${causeOf(change)}`;

const causeOf = ({ effect, properties }: ResourceChange): string =>
  `${effect}, because ${properties.join(', ')} changes`;

function successorOf(type: string, changes: readonly ResourceChange[]): string {
  const added = changes.filter((change) => change.type === type && change.effect === 'added');
  const same = added.map(({ logicalId }) => logicalId);
  if (same.length === 0) return '';
  return `, and ${same.join(', ')} of the same type is added: a construct was moved or renamed, which changes its logical id`;
}

function conflictOf({ change, created }: NameConflict): string {
  const resource = `${change.logicalId} (${change.type})`;
  const createdFirst = 'CloudFormation creates the new one first, which fails.';
  return change.logicalId === created
    ? `${resource} is ${causeOf(change)}, and keeps its name. ${createdFirst} Keep it as it is, or give it another name.`
    : `${resource} becomes ${created} with the same name. ${createdFirst} ${keep}`;
}

const nameOf = ({ logicalId, type, path }: ResourceChange): string =>
  `${logicalId} (${type}${path === undefined ? '' : `, ${path}`})`;

const keep = 'Keep the resource as it is (overrideLogicalId keeps the id of a construct that moved).';

const orIntended =
  'If operators really have to go through this, say under "intended" in test/upgrade/next.json what they have to do: ' +
  'the upgrade table shows it.';

const keepOutput = `Commands and scripts of operators read it. Keep it as it is. ${orIntended}`;
