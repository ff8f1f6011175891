import { useState } from 'react';
import {
  Button,
  ComboBox,
  Input,
  type KeyboardEvent,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import type { ChainMethod } from '../../../chains/dashboard-chain.ts';
import fieldStyles from '../../../components/field.module.css';
import { Notice } from '../../../components/notice.tsx';
import selectStyles from '../../../components/select.module.css';
import { bestMatch, matchesMethod } from './chain-methods.ts';
import styles from './method-choice.module.css';

type MethodChoiceProps = {
  readonly methods: readonly ChainMethod[];
  readonly value: string | undefined;
  readonly onChange: (name: string) => void;
};

/** A choice of the chain's methods, searched by name and description. Enter selects the best match. */
export function MethodChoice({ methods, value, onChange }: MethodChoiceProps) {
  const [typed, setTyped] = useState(value ?? '');
  const selectBestMatch = ({ key, target }: KeyboardEvent) => {
    const hasActiveOption = target instanceof Element && target.hasAttribute('aria-activedescendant');
    const found = key === 'Enter' && !hasActiveOption ? bestMatch(methods, typed) : undefined;
    if (found) onChange(found.name);
  };
  return (
    <ComboBox
      selectedKey={value ?? null}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      onInputChange={setTyped}
      onKeyDown={selectBestMatch}
      defaultFilter={(name, input) => methods.some((method) => method.name === name && matchesMethod(method, input))}
      allowsEmptyCollection
      className={fieldStyles.field}
    >
      <Label className={fieldStyles.label}>Method</Label>
      <div className={styles.control}>
        <Input className={`${fieldStyles.input} ${fieldStyles.mono}`} onFocus={(event) => event.target.select()} />
        <Button className={styles.open} aria-label="Show methods">
          <span aria-hidden="true" className={selectStyles.arrow} />
        </Button>
      </div>
      <Popover className={selectStyles.popover}>
        <ListBox
          className={selectStyles.list}
          items={methods.map((method) => ({ ...method, id: method.name }))}
          renderEmptyState={() => (
            <p className={styles.none}>No method matches. You can type any method in the body below.</p>
          )}
        >
          {({ name, about }) => (
            <ListBoxItem id={name} textValue={name} className={`${selectStyles.item} ${styles.item}`}>
              <code className={selectStyles.text}>{name}</code>
              <span className={styles.about}>{about}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** What a method does, its documentation, and a note on its parameters. */
export const MethodNote = ({ method }: { readonly method: ChainMethod }) => (
  <>
    <p className={styles.about}>
      {method.about}.{' '}
      <a href={method.documentation} target="_blank" rel="noreferrer">
        Documentation of {method.name}
      </a>
    </p>
    {method.note !== undefined && <Notice tone={method.writes ? 'caution' : 'info'}>{method.note}</Notice>}
  </>
);
