import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { useUsage } from '../../../api/usage.ts';
import { SuggestionField } from './suggestion-field.tsx';
import { methodSuggestions, suggestionsFrom } from './suggestions.ts';

type MethodFieldProps = {
  /** The key whose methods are suggested; default: all keys. */
  readonly keyId: string | undefined;
  readonly historyDays: number;
  readonly value: string | undefined;
  readonly onChange: (method: string | undefined) => void;
};

/** A filter by method: any name, with suggestions of the methods that were called. */
export function MethodField({ keyId, historyDays, value, onChange }: MethodFieldProps) {
  const [from] = useState(() => suggestionsFrom(historyDays, serverNow()));
  const { byMethod = {} } = useUsage({ keyId, from, span: 'day' }).data ?? {};
  return (
    <SuggestionField
      label="Method"
      placeholder="All methods"
      suggestions={methodSuggestions(byMethod)}
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? undefined : text)}
    />
  );
}
