import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import fieldStyles from '../../../components/field.module.css';
import selectStyles from '../../../components/select.module.css';
import type { Suggestion } from '../../../components/text-field.tsx';
import styles from './suggestion-field.module.css';

type SuggestionFieldProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly suggestions: readonly Suggestion[];
  /** The text of the filter; empty if it is not set. */
  readonly value: string;
  /** Called when a suggestion is picked, or the user leaves the field or presses Enter. */
  readonly onChange: (value: string) => void;
  /** What is wrong with a text; undefined if nothing is. Such a text is not passed on. */
  readonly problemOf?: (text: string) => string | undefined;
};

const noProblem = () => undefined;

/** A text field that suggests values; others are allowed. */
export function SuggestionField({
  label,
  placeholder,
  suggestions,
  value,
  onChange,
  problemOf = noProblem,
}: SuggestionFieldProps) {
  const [draft, setDraft] = useState<string>();
  const [isTouched, setTouched] = useState(false);
  const text = draft ?? value;
  const problem = problemOf(text.trim());
  const commit = (chosen: string) => {
    setTouched(true);
    if (problemOf(chosen.trim()) !== undefined) return;
    setDraft(undefined);
    if (chosen.trim() !== value) onChange(chosen.trim());
  };
  const change = (typed: string) => {
    setTouched(false);
    setDraft(typed);
  };
  return (
    <ComboBox
      allowsCustomValue
      allowsEmptyCollection={false}
      menuTrigger="focus"
      inputValue={text}
      onInputChange={change}
      onSelectionChange={(picked) => picked !== null && commit(String(picked))}
      isInvalid={isTouched && problem !== undefined}
      items={suggestions.map((suggestion) => ({ ...suggestion, id: suggestion.value }))}
      className={fieldStyles.field}
    >
      <Label className={fieldStyles.label}>{label}</Label>
      <div className={styles.box}>
        <Input
          className={`${fieldStyles.input} ${styles.input}`}
          placeholder={placeholder}
          maxLength={64}
          autoComplete="off"
          spellCheck="false"
          onBlur={() => draft !== undefined && commit(draft)}
          onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && draft !== undefined && commit(draft)}
        />
        <Button className={styles.arrow} aria-label="Suggestions for">
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      </div>
      <FieldError className={fieldStyles.error}>{problem}</FieldError>
      <Popover className={selectStyles.popover} maxHeight={360}>
        <ListBox<Suggestion & { readonly id: string }> className={selectStyles.list}>
          {({ id, value: text, hint }) => (
            <ListBoxItem id={id} textValue={text} className={selectStyles.item}>
              <code className={selectStyles.text}>{text}</code>
              <span className={selectStyles.hint}>{hint}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
