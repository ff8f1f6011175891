import type { Key } from '../../../api/api.ts';
import { useActiveKeys } from '../../../api/keys.ts';
import type { SecretForm } from './secret-form.ts';

/** The account's key that a secret belongs to, by its first characters; null where none does, undefined while unknown. */
export function useOwnKey(secret: string, form: SecretForm): Key | null | undefined {
  const { data: keys } = useActiveKeys();
  if (form !== 'good' || !keys) return undefined;
  const isOf = ({ secrets }: Key) => secrets.some(({ firstCharacters }) => secret.startsWith(firstCharacters));
  return keys.find(isOf) ?? null;
}
