import { useState } from 'react';
import type { ErrorCodeFilter } from '../../../api/api.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useUsage } from '../../../api/usage.ts';
import { errorCodeProblem, parseErrorCode } from './error-code-text.ts';
import { SuggestionField } from './suggestion-field.tsx';
import { errorCodeSuggestions, suggestionsFrom } from './suggestions.ts';

type ErrorCodeFieldProps = {
  /** The key whose codes are suggested; default: all keys. */
  readonly keyId: string | undefined;
  readonly historyDays: number;
  /** The chains whose codes are suggested, too. */
  readonly chains: readonly string[];
  readonly value: ErrorCodeFilter | undefined;
  readonly onChange: (code: ErrorCodeFilter | undefined) => void;
};

/** A filter by the code of a node's error: any number, with suggestions of the codes that occurred. */
export function ErrorCodeField({ keyId, historyDays, chains, value, onChange }: ErrorCodeFieldProps) {
  const [from] = useState(() => suggestionsFrom(historyDays, serverNow()));
  const { rpcErrorCodes = {} } = useUsage({ keyId, from, span: 'day' }).data?.total ?? {};
  return (
    <SuggestionField
      label="Error code"
      placeholder="All codes"
      suggestions={errorCodeSuggestions(rpcErrorCodes, chains)}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => onChange(parseErrorCode(text))}
      problemOf={errorCodeProblem}
    />
  );
}
