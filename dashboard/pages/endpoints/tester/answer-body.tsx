import { Fragment, useMemo } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/code-block.tsx';
import { download } from '../../../components/download.ts';
import { formatBytes, formatCount } from '../../../format/numbers.ts';
import styles from './answer.module.css';
import { answerText, mostShown } from './answer-text.ts';

type AnswerBodyProps = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
  /** The file name without its extension. */
  readonly name: string;
};

/** The body of a response, pretty-printed; the whole body can be downloaded. */
export function AnswerBody({ bytes, text, name }: AnswerBodyProps) {
  const { pieces, isWhole } = useMemo(() => answerText(text), [text]);
  const isPlain = pieces.length === 1;
  return (
    <div className={styles.body}>
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
                <span key={index} className={styles[kind]}>
                  {shown}
                </span>
              ),
            )}
          </code>
        </pre>
      </section>
      <div className={styles.actions}>
        {isWhole && <CopyButton text={pieces.map((piece) => piece.text).join('')} label="Copy response" />}
        <Button size="small" onPress={() => download(bytes, `${name}.json`, 'application/json')}>
          Download
        </Button>
        {!isWhole && (
          <span className={styles.hint}>
            Showing the first {formatCount(mostShown)} characters of {formatBytes(bytes.length)}. Download the file to
            see all of it.
          </span>
        )}
      </div>
    </div>
  );
}
