import { CopyButton } from '../../../../components/code-block.tsx';
import type { JsonIndex } from '../../../../json/json-index.ts';
import { hasValues, pathOf, sourceOf } from '../../../../json/json-values.ts';
import styles from './answer-tree.module.css';
import { isCut } from './row-text.ts';

const mostShown = 20_000;

/** The path of the active row and, if the row cuts it, its whole value. */
export function ActiveValue({ index, value }: { readonly index: JsonIndex; readonly value: number }) {
  const source = sourceOf(index, value);
  const path = pathOf(index, value);
  return (
    <div className={styles.active}>
      <div className={styles.path}>
        <code>{path === '' ? 'the whole response' : path}</code>
        {path !== '' && <CopyButton text={path} label="Copy path" />}
        <CopyButton text={source} label="Copy value" />
      </div>
      {!hasValues(index, value) && isCut(source) && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard (WCAG 2.1.1)
        <section className={styles.whole} tabIndex={0} aria-label="Whole value">
          <code>{source.slice(0, mostShown)}</code>
        </section>
      )}
    </div>
  );
}
