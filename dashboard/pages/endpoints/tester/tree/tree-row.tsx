import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { JsonIndex } from '../../../../json/json-index.ts';
import { patternOf } from '../../../../json/json-search.ts';
import { hasValues, kindOf, nameOf, sourceOf } from '../../../../json/json-values.ts';
import colors from '../json-colors.module.css';
import styles from './answer-tree.module.css';
import { containerText, cutText } from './row-text.ts';

type TreeRowProps = {
  readonly id: string;
  readonly index: JsonIndex;
  readonly value: number;
  readonly top: number;
  readonly isUnfolded: boolean;
  readonly isActive: boolean;
  /** What is marked in the row. */
  readonly query: string;
  readonly onPress: (value: number) => void;
};

const deepest = 16;

/** A value with its name or place; arrays and objects unfold. */
export const TreeRow = memo(({ id, index, value, top, isUnfolded, isActive, query, onPress }: TreeRowProps) => {
  const canFold = hasValues(index, value);
  const kind = kindOf(index, value);
  const depth = index.depth[value] ?? 0;
  const parent = index.parent[value] ?? -1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and handles the keys (aria-activedescendant)
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and handles the keys (aria-activedescendant)
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={parent < 0 ? 1 : index.count[parent]}
      aria-posinset={(index.position[value] ?? 0) + 1}
      aria-expanded={canFold ? isUnfolded : undefined}
      aria-selected={isActive}
      onClick={() => onPress(value)}
      className={styles.row}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: `${Math.min(depth, deepest) + 0.25}rem` }}
    >
      <ChevronRight size={14} aria-hidden="true" className={styles.fold} data-hidden={!canFold || undefined} />
      <RowName index={index} value={value} query={query} />
      {kind === 'object' || kind === 'array' ? (
        <span className={styles.container}>{containerText(kind, index.count[value] ?? 0)}</span>
      ) : (
        <span className={colors[kind]}>
          <Marked text={cutText(sourceOf(index, value))} query={query} />
        </span>
      )}
    </div>
  );
});

/** The name of a member, or the place of an element. */
function RowName({ index, value, query }: Pick<TreeRowProps, 'index' | 'value' | 'query'>) {
  const name = nameOf(index, value);
  if (name === undefined && value === 0) return null;
  return (
    <span className={name === undefined ? styles.position : colors.name}>
      {name === undefined ? index.position[value] : <Marked text={name.slice(1, -1)} query={query} />}
      {': '}
    </span>
  );
}

/** A text with every occurrence of the query marked. */
function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  if (query === '') return text;
  let end = 0;
  const parts = [...text.matchAll(patternOf(query))].flatMap(({ 0: match, index: at }) => {
    const before = text.slice(end, at);
    end = at + match.length;
    return [before, <mark key={at}>{match}</mark>];
  });
  return [...parts, text.slice(end)];
}
