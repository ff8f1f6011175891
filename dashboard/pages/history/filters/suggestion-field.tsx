import { useState } from 'react';
import type { Suggestion } from '../../../components/text-field.tsx';
import { useComboBox } from '../../../components/use-combo-box.ts';
import { ComboField } from './combo-field.tsx';
import { matchingSuggestions } from './suggestions.ts';

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

/** A text field that suggests values; others are allowed. */
export function SuggestionField({ suggestions, value, onChange, problemOf, ...names }: SuggestionFieldProps) {
  // Undefined while nothing is typed: then the list has every suggestion.
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const shown = typed === undefined ? suggestions : matchingSuggestions(suggestions, typed);
  const commit = (text: string) => {
    const wrong = problemOf?.(text);
    setProblem(wrong);
    if (wrong !== undefined) return;
    setTyped(undefined);
    if (text !== value) onChange(text);
  };
  const settle = () => typed !== undefined && commit(typed.trim());
  const comboBox = useComboBox({
    count: shown.length,
    first: shown.findIndex((suggestion) => suggestion.value === value),
    onPick: (option) => commit(shown[option]?.value ?? ''),
    onEnter: settle,
  });
  return (
    <ComboField
      {...names}
      text={typed ?? value}
      onType={(text) => {
        setProblem(undefined);
        setTyped(text);
      }}
      onLeave={settle}
      options={shown.map(({ value: text, hint }) => ({ id: text, text, hint, isChosen: text === value }))}
      comboBox={comboBox}
      problem={problem}
    />
  );
}
