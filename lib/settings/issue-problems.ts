import { type BaseIssue, getDotPath } from 'valibot';
import type { SettingsProblem } from './configuration-error.ts';

/** What is wrong with a setting, from what Valibot found. */
export function problemOfIssue(issue: BaseIssue<unknown>): SettingsProblem {
  const path = getDotPath(issue) ?? '';
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return { path, message: 'is not a setting. Correct its name, or remove it' };
  if (issue.received === 'undefined' && path !== '') return { path, message: 'is missing' };
  const isOwnMessage = !issue.message.startsWith('Invalid ');
  if (isOwnMessage) return { path, message: issue.message };
  return { path, message: `must be ${inWords(issue.expected)}, not ${inWords(issue.received)}` };
}

const words = new Map([
  ['Object', 'an object'],
  ['Array', 'a list'],
  ['string', 'a text'],
  ['number', 'a number'],
]);

/** Valibot's name of a type or value, in plain words. */
const inWords = (name: string | null): string =>
  words.get(name ?? '') ?? (name ?? 'another value').replaceAll(' | ', ' or ').replace(/^\((.*)\)$/, '$1');
