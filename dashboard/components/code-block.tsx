import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import styles from './code-block.module.css';

type CodeBlockProps = {
  readonly text: string;
  /** Names the text for screen readers and the copy button. */
  readonly label: string;
  /** Wraps long lines instead of scrolling them. */
  readonly wraps?: boolean;
  readonly onCopied?: () => void;
};

/** Text to copy: a URL, a command, a snippet. */
export const CodeBlock = ({ text, label, wraps = false, onCopied }: CodeBlockProps) => (
  <div className={styles.code}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard (WCAG 2.1.1) */}
    <section className={`${styles.text} ${wraps ? styles.wraps : ''}`} tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
    <div className={styles.copy}>
      <CopyButton text={text} label={`Copy ${label}`} onCopied={onCopied} />
    </div>
  </div>
);

const shownFor = 2_000;

type CopyButtonProps = { readonly text: string; readonly label?: string; readonly onCopied?: (() => void) | undefined };

/** Copies a text and announces whether it worked. */
export function CopyButton({ text, label = 'Copy', onCopied }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownFor);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setState('copied');
        onCopied?.();
      },
      () => setState('failed'),
    );
  const shown = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' }[state];
  return (
    <Button size="small" onPress={() => void copy()} aria-label={state === 'idle' ? label : shown}>
      <span aria-live="polite">{shown}</span>
    </Button>
  );
}
