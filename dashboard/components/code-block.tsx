import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import styles from './code.module.css';

export type CodeBlockProps = {
  readonly text: string;
  /** Says what it is, to screen readers and on the copy button. */
  readonly label: string;
  /** Whether a long line is broken, instead of scrolled, so that all of it is seen. */
  readonly wraps?: boolean;
};

/** Text to copy as it is: an address, a command, a snippet. Long lines scroll, unless it `wraps`. */
export const CodeBlock = ({ text, label, wraps = false }: CodeBlockProps) => (
  <div className={styles.code}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
    <section className={`${styles.text} ${wraps ? styles.wraps : ''}`} tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
    <div className={styles.copy}>
      <CopyButton text={text} label={`Copy ${label}`} />
    </div>
  </div>
);

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
