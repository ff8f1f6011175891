import { RowHeightChoice } from '../../../components/row-height-choice.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { Segments } from '../../../components/segments.tsx';
import { Select } from '../../../components/select.tsx';
import styles from './key-list.module.css';
import type { useKeysSearch } from './use-keys-search.ts';

type KeyToolbarProps = Pick<ReturnType<typeof useKeysSearch>, 'text' | 'setText' | 'state' | 'sort' | 'choose'> & {
  /** Whether the account has revoked keys. */
  readonly hasRevoked: boolean;
};

const states = [
  { value: 'active', label: 'Active' },
  { value: 'revoked', label: 'Revoked' },
  { value: 'all', label: 'All' },
] as const;

const sorts = [
  { value: 'created', label: 'Newest first' },
  { value: 'name', label: 'Name' },
  { value: 'used', label: 'Last used' },
  { value: 'calls', label: 'Quota used today' },
] as const;

/** Search, state and order of the list of keys. */
export const KeyToolbar = ({ text, setText, state, sort, choose, hasRevoked }: KeyToolbarProps) => (
  <div className={styles.toolbar}>
    <SearchField label="Search by name, ID or start of the secret" value={text} onChange={setText} />
    {(hasRevoked || state !== 'active') && (
      <Segments label="State" choices={states} value={state} onChange={(chosen) => choose({ state: chosen })} />
    )}
    <RowHeightChoice />
    <Select label="Sort by" choices={sorts} value={sort} onChange={(chosen) => choose({ sort: chosen })} />
  </div>
);
