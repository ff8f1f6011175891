import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

const shownFor = 2_000;

/** Copies a text; says whether it worked, to screen readers too. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownFor);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  const shown = { idle: 'Copy', copied: 'Copied', failed: 'Not allowed' }[state];
  return (
    <Button size="small" onPress={() => void copy()} aria-label={state === 'idle' ? label : shown}>
      <span aria-live="polite">{shown}</span>
    </Button>
  );
}
