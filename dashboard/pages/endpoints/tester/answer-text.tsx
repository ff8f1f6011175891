import { Fragment, useMemo } from 'react';
import { formatBytes, formatCount } from '../../../format/numbers.ts';
import styles from './answer.module.css';
import colors from './json-colors.module.css';
import { mostShown, shownText } from './shown-text.ts';

type AnswerTextProps = {
  readonly text: string;
  /** Of the body, in bytes. */
  readonly size: number;
};

/** The body of a response as text: pretty-printed if it is JSON, and cut if it is long. */
export function AnswerText({ text, size }: AnswerTextProps) {
  const { pieces, isWhole } = useMemo(() => shownText(text), [text]);
  const isPlain = pieces.length === 1;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard (WCAG 2.1.1) */}
      <section className={styles.text} tabIndex={0} aria-label="Response body">
        <pre>
          <code>
            {pieces.map(({ kind, text: shown }, index) =>
              kind === 'space' || kind === 'punctuation' || isPlain ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a response never change their order
                <Fragment key={index}>{shown}</Fragment>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a response never change their order
                <span key={index} className={colors[kind]}>
                  {shown}
                </span>
              ),
            )}
          </code>
        </pre>
      </section>
      {!isWhole && (
        <p className={styles.hint}>
          Showing the first {formatCount(mostShown)} characters of {formatBytes(size)}. Download the file to see all of
          it.
        </p>
      )}
    </>
  );
}
