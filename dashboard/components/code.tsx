import styles from './code.module.css';
import { CopyButton } from './copy-button.tsx';

export type CodeProps = {
  readonly text: string;
  /** Says what it is, to screen readers and on the copy button. */
  readonly label: string;
  /** Whether a long line is broken, instead of scrolled, so that all of it is seen. */
  readonly wraps?: boolean;
};

/** Text to copy as it is: an address, a command, a snippet. Long lines scroll, unless it `wraps`. */
export const Code = ({ text, label, wraps = false }: CodeProps) => (
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
