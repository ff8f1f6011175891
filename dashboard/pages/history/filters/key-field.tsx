import { useEffect, useState } from 'react';
import { useNow } from '../../../components/time.tsx';
import { useComboBox } from '../../../components/use-combo-box.ts';
import { mostKeys } from '../history-search.ts';
import type { KnownKeys } from '../known-keys.ts';
import { ComboField } from './combo-field.tsx';
import { allKeys, chosenText, keyOptions, toggled } from './key-options.ts';

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
  const [typed, setTyped] = useState<string>();
  const [draft, setDraft] = useState<readonly string[]>();
  const ids = draft ?? chosen;
  const options = keyOptions(keys.all, ids, typed ?? '', now);
  const pick = (place: number) => {
    const id = options[place]?.id;
    if (id === undefined) return;
    setDraft(toggled(ids, id));
    if (id === allKeys) comboBox.close();
  };
  const comboBox = useComboBox({
    count: options.length,
    first: 0,
    onPick: pick,
    isMultiple: true,
    onEnter: () => undefined,
  });
  const { isOpen } = comboBox;
  const { loadMore } = keys;
  useEffect(() => {
    if (isOpen) loadMore();
  }, [isOpen, loadMore]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list closes
  useEffect(() => {
    if (isOpen) return;
    setTyped(undefined);
    setDraft(undefined);
    if (draft && draft.join() !== chosen.join()) onChange(draft);
  }, [isOpen]);
  return (
    <ComboField
      label="Keys"
      placeholder="Name or ID"
      text={typed ?? chosenText(ids, keys.nameOf)}
      onType={setTyped}
      onLeave={() => undefined}
      options={options}
      comboBox={comboBox}
      note={noteOf(options.length, ids.length)}
    />
  );
}

function noteOf(options: number, chosen: number): string | undefined {
  if (options === 0) return 'No key matches.';
  return chosen >= mostKeys ? `${mostKeys} keys are the most for one list.` : undefined;
}
