import type { Permission } from '../../../api/tokens.ts';
import type { Choice } from '../../../components/select.tsx';

type PermissionChoice = 'read' | 'keys' | 'both';

export const permissionChoices: readonly Choice<PermissionChoice>[] = [
  { value: 'read', label: 'Read' },
  { value: 'keys', label: 'Manage keys' },
  { value: 'both', label: 'Both' },
];

export const permissionsOf: Readonly<Record<PermissionChoice, readonly Permission[]>> = {
  read: ['read'],
  keys: ['keys'],
  both: ['read', 'keys'],
};

/** What each choice lets a program do. */
export const permissionHints: Readonly<Record<PermissionChoice, string>> = {
  read: 'Keys, usage, request history and activity. It changes nothing.',
  keys: 'Lists, creates, renames, rotates and revokes keys. It cannot read usage or history.',
  both: 'Reads everything but your account and payments, and manages keys.',
};

const texts: Readonly<Record<string, string>> = { read: 'reads', keys: 'manages keys' };

/** For example `reads, manages keys`. A permission of a later release is shown by its name. */
export const permissionsText = (permissions: readonly string[]): string =>
  permissions.map((permission) => texts[permission] ?? permission).join(', ');

export type Expiry = '30' | '90' | '365' | 'never';

export const expiryChoices: readonly Choice<Expiry>[] = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Does not expire' },
];

export const daysOf = (expiry: Expiry): number | null => (expiry === 'never' ? null : Number(expiry));
