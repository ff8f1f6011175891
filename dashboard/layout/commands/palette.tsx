import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useActiveKeys, useRevokedKeys } from '../../api/keys.ts';
import comboStyles from '../../components/combo-box.module.css';
import fieldStyles from '../../components/field.module.css';
import { useComboBox } from '../../components/use-combo-box.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { formatCount } from '../../format/numbers.ts';
import { searchText } from '../../pages/keys/list/search-text.ts';
import { focusContent } from '../focus-content.ts';
import styles from './commands.module.css';
import { findOptions, mostOptions, paletteOptions } from './palette-options.ts';

const revokedPage = 100;

export type PaletteProps = { readonly onClose: () => void; readonly onShortcuts: () => void };

/** Pages, keys and preferences, found by typing. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const router = useRouter();
  const active = useActiveKeys();
  const revoked = useRevokedKeys({ limit: revokedPage });
  const [typed, setTyped] = useState('');
  const keys = [...(active.data ?? []), ...(revoked.data?.pages.flatMap((page) => page.keys) ?? [])];
  const found = findOptions(paletteOptions(keys, onShortcuts), typed);
  const shown = found.slice(0, mostOptions);
  const pick = (place: number) => {
    const option = shown[place];
    if (!option) return;
    onClose();
    if ('act' in option) option.act();
    else void router.navigate({ href: option.href }).then(focusContent);
  };
  const comboBox = useComboBox({ count: shown.length, first: 0, onPick: pick, onEnter: () => pick(0) });
  // Escape closes the dialog, not the list alone, which is always there.
  const onKeyDown = (event: KeyboardEvent) => event.key !== 'Escape' && comboBox.input.onKeyDown(event);
  return (
    <>
      <input
        {...comboBox.input}
        // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type here
        autoFocus
        aria-label="Page, key or preference"
        placeholder="Page, key or preference"
        value={typed}
        onFocus={comboBox.open}
        onChange={({ target }) => {
          setTyped(searchText(target.value));
          comboBox.open();
        }}
        onKeyDown={onKeyDown}
        onBlur={undefined}
        className={fieldStyles.input}
      />
      <VisuallyHidden role="status">{`${formatCount(found.length)} found`}</VisuallyHidden>
      {shown.length > 0 && (
        <div {...comboBox.list('Page, key or preference')} className={styles.options}>
          {shown.map(({ id, text, hint }, place) => (
            <div key={id} {...comboBox.option(place, false)} className={`${comboStyles.item} ${styles.option}`}>
              <span>{text}</span>
              <span className={styles.muted}>{hint}</span>
            </div>
          ))}
        </div>
      )}
      {shown.length === 0 && <p className={styles.muted}>Nothing has this name.</p>}
      {found.length > shown.length && (
        <p className={styles.muted}>{formatCount(found.length - shown.length)} more. Type to find them.</p>
      )}
    </>
  );
}
