import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  Button as AriaButton,
  Select as AriaSelect,
  Autocomplete,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  SelectValue,
  useFilter,
} from 'react-aria-components';
import type { Key } from '../../../api/api.ts';
import { Button } from '../../../components/button.tsx';
import fieldStyles from '../../../components/field.module.css';
import selectStyles from '../../../components/select.module.css';
import { useNow } from '../../../components/time.tsx';
import { formatRelative } from '../../../format/times.ts';
import { mostKeys } from '../history-search.ts';
import type { KnownKeys } from '../known-keys.ts';
import styles from './key-field.module.css';

type KeyFieldProps = {
  readonly keys: KnownKeys;
  /** Ids of the chosen keys; none for all keys. */
  readonly chosen: readonly string[];
  readonly onChange: (keyIds: readonly string[]) => void;
};

const refreshed = 30_000;

/** The choice of one key, several or all. It takes effect when the list closes, so that it is one step for “Back”. */
export function KeyField({ keys, chosen, onChange }: KeyFieldProps) {
  const now = useNow(refreshed);
  const { contains } = useFilter({ sensitivity: 'base' });
  const [draft, setDraft] = useState<readonly string[]>();
  const isOpen = draft !== undefined;
  const ids = draft ?? chosen;
  const { loadMore } = keys;
  useEffect(() => {
    if (isOpen) loadMore();
  }, [isOpen, loadMore]);
  const toggleOpen = (opens: boolean) => {
    if (!opens && draft && draft.join() !== chosen.join()) onChange(draft);
    setDraft(opens ? chosen : undefined);
  };
  const isFull = ids.length >= mostKeys;
  return (
    <AriaSelect
      selectionMode="multiple"
      value={ids}
      onChange={(values) => setDraft(values.map(String).slice(0, mostKeys))}
      isOpen={isOpen}
      onOpenChange={toggleOpen}
      disabledKeys={isFull ? keys.all.map(({ keyId }) => keyId).filter((id) => !ids.includes(id)) : []}
      className={fieldStyles.field}
    >
      <Label className={fieldStyles.label}>Keys</Label>
      <AriaButton className={selectStyles.button}>
        <SelectValue className={selectStyles.value}>{chosenKeys(ids, keys)}</SelectValue>
        <ChevronDown size={16} aria-hidden="true" className={selectStyles.arrow} />
      </AriaButton>
      <Popover className={`${selectStyles.popover} ${styles.popover}`}>
        <Autocomplete filter={contains}>
          <SearchField aria-label="Search keys" autoFocus className={styles.search}>
            <Input placeholder="Search keys by name or ID" className={fieldStyles.input} />
          </SearchField>
          <ListBox
            items={keys.all}
            className={`${selectStyles.list} ${styles.list}`}
            renderEmptyState={() => <p className={styles.note}>No key matches.</p>}
          >
            {(key) => <KeyItem key={key.keyId} id={key.keyId} of={key} now={now} />}
          </ListBox>
        </Autocomplete>
        <div className={styles.foot}>
          <span role="status">
            {isFull ? `${mostKeys} chosen: the most for one list` : ids.length > 0 && `${ids.length} chosen`}
          </span>
          <Button size="small" variant="quiet" isDisabled={ids.length === 0} onPress={() => setDraft([])}>
            All keys
          </Button>
        </div>
      </Popover>
    </AriaSelect>
  );
}

type KeyItemProps = { readonly id: string; readonly of: Key; readonly now: number };

const KeyItem = ({ id, of: key, now }: KeyItemProps) => (
  <ListBoxItem id={id} textValue={`${key.name} ${key.keyId}`} className={selectStyles.item}>
    {({ isSelected }) => (
      <>
        <span className={selectStyles.text}>{key.name}</span>
        <span className={selectStyles.hint}>
          {hintOf(key, now)}
          <Check size={16} aria-hidden="true" className={isSelected ? '' : styles.unchecked} />
        </span>
      </>
    )}
  </ListBoxItem>
);

function hintOf({ state, lastUsedAt }: Key, now: number): string {
  if (state === 'revoked') return 'revoked';
  // The clock of the list is a little behind the service's.
  return lastUsedAt === null ? 'not used yet' : `used ${formatRelative(Math.min(Date.parse(lastUsedAt), now), now)}`;
}

/** The chosen keys in a few words. */
function chosenKeys(ids: readonly string[], keys: KnownKeys): string {
  const [first, ...others] = ids;
  if (first === undefined) return 'All keys';
  return others.length === 0 ? keys.nameOf(first) : `${ids.length} keys`;
}
