import { Check, ChevronDown } from 'lucide-react';
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';
import fieldStyles from './field.module.css';
import styles from './select.module.css';

export type Choice<Value extends string> = { readonly value: Value; readonly label: string; readonly hint?: string };

type SelectProps<Value extends string> = {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
};

/** A choice between several values in a drop-down list. */
export function Select<Value extends string>({
  label,
  choices,
  value,
  onChange,
  isDisabled = false,
}: SelectProps<Value>) {
  const choose = (key: unknown) => {
    const choice = choices.find((candidate) => candidate.value === key);
    if (choice) onChange(choice.value);
  };
  return (
    <AriaSelect value={value} onChange={choose} isDisabled={isDisabled} className={fieldStyles.field}>
      <Label className={fieldStyles.label}>{label}</Label>
      <Button className={styles.button}>
        <SelectValue className={styles.value}>
          {choices.find((choice) => choice.value === value)?.label ?? value}
        </SelectValue>
        <ChevronDown size={16} aria-hidden="true" className={styles.arrow} />
      </Button>
      <Popover className={styles.popover}>
        <ListBox className={styles.list} items={choices.map((choice) => ({ ...choice, id: choice.value }))}>
          {({ value: id, label: text, hint }) => (
            <ListBoxItem id={id} textValue={text} className={styles.item}>
              <span className={styles.text}>{text}</span>
              <span className={styles.hint}>
                {hint}
                {id === value && <Check size={16} aria-hidden="true" />}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
