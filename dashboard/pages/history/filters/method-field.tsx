import { useState } from 'react';
import { useUsage } from '../../../api/usage.ts';
import { TextField } from '../../../components/text-field.tsx';
import { isPicked, methodSuggestions, methodsSince } from './method-suggestions.ts';

type MethodFieldProps = {
  readonly keyId: string;
  readonly historyDays: number;
  readonly value: string | undefined;
  readonly onChange: (method: string | undefined) => void;
};

/** A filter by method: any name, with suggestions of the methods that the key has called. */
export function MethodField({ keyId, historyDays, value, onChange }: MethodFieldProps) {
  const [from] = useState(() => methodsSince(historyDays, Date.now()));
  const suggestions = methodSuggestions(useUsage({ keyId, from, span: 'day' }).data?.byMethod ?? {});
  const [draft, setDraft] = useState<string>();
  const commit = (text: string) => {
    setDraft(undefined);
    const method = text.trim() || undefined;
    if (method !== value) onChange(method);
  };
  const change = (text: string) => {
    if (isPicked(draft ?? value ?? '', text, suggestions)) commit(text);
    else setDraft(text);
  };
  const settle = () => draft !== undefined && commit(draft);
  return (
    <TextField
      label="Method"
      placeholder="All methods"
      suggestions={suggestions}
      maxLength={64}
      autoComplete="off"
      spellCheck="false"
      value={draft ?? value ?? ''}
      onChange={change}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}
