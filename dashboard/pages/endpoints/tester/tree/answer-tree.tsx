import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { JsonIndex } from '../../../../json/json-index.ts';
import { toggled } from '../../../../json/json-rows.ts';
import { hasValues } from '../../../../json/json-values.ts';
import { ActiveValue } from './active-value.tsx';
import styles from './answer-tree.module.css';
import { pressKey, rowOf } from './tree-keys.ts';
import { TreeRow } from './tree-row.tsx';
import { TreeTools } from './tree-tools.tsx';
import { useAnswerTree } from './use-answer-tree.ts';

const rowHeight = 26;

/** A JSON text as a tree that folds and can be searched. Only the rows in sight are in the document. */
export function AnswerTree({ index }: { readonly index: JsonIndex }) {
  const { tree, change, ...tools } = useAnswerTree(index);
  const { rows, active, unfolded } = tree;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Scrolling renders soon enough, and React warns of synchronous renders within effects.
    useFlushSync: false,
  });
  const activeRow = rowOf(rows, active);
  const items = virtualizer.getVirtualItems();
  useEffect(() => virtualizer.scrollToIndex(activeRow), [virtualizer, activeRow]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const changed = pressKey(tree, event.key);
    if (!changed) return;
    event.preventDefault();
    change(changed);
  };
  const press = (value: number) => {
    change({ active: value });
    if (hasValues(index, value)) change({ unfolded: toggled(unfolded, value) });
  };
  return (
    <div className={styles.answer}>
      <TreeTools {...tools} active={active} />
      <div
        ref={scroller}
        role="tree"
        aria-label="Response body"
        tabIndex={0}
        aria-activedescendant={items.some((item) => item.index === activeRow) ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
        className={styles.tree}
      >
        <div role="none" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const value = rows[item.index] ?? 0;
            return (
              <TreeRow
                key={value}
                id={`${id}-${value}`}
                index={index}
                value={value}
                top={item.start}
                isUnfolded={unfolded.has(value)}
                isActive={value === active}
                query={tools.search.shown}
                onPress={press}
              />
            );
          })}
        </div>
      </div>
      <ActiveValue index={index} value={active} />
    </div>
  );
}
