import { ChevronDown, ChevronUp, FoldVertical, UnfoldVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '../../../../components/button.tsx';
import { SearchField } from '../../../../components/search-field.tsx';
import { formatCount } from '../../../../format/numbers.ts';
import { mostFound } from '../../../../json/json-search.ts';
import styles from './answer-tree.module.css';
import type { useAnswerTree } from './use-answer-tree.ts';

type TreeToolsProps = Omit<ReturnType<typeof useAnswerTree>, 'tree' | 'change'> & {
  /** The value that the keyboard is at. */
  readonly active: number;
};

/** The search, and buttons that fold and unfold everything. */
export function TreeTools({ search, unfoldAll, foldAll, active }: TreeToolsProps) {
  const { query, setQuery, found, showNext } = search;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') showNext(event.shiftKey ? -1 : 1);
  };
  return (
    <div className={styles.tools}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field inside goes to the next match */}
      <div className={styles.search} onKeyDown={onKeyDown}>
        <SearchField label="Find in the response" value={query} onChange={setQuery} />
      </div>
      {query !== '' && (
        <>
          <span role="status" className={styles.hint}>
            {foundText(found, active)}
          </span>
          <Button size="small" aria-label="Previous match" isDisabled={found.length === 0} onPress={() => showNext(-1)}>
            <ChevronUp size={16} aria-hidden="true" />
          </Button>
          <Button size="small" aria-label="Next match" isDisabled={found.length === 0} onPress={() => showNext(1)}>
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        </>
      )}
      <Button size="small" variant="quiet" onPress={unfoldAll}>
        <UnfoldVertical size={16} aria-hidden="true" />
        Unfold all
      </Button>
      <Button size="small" variant="quiet" onPress={foldAll}>
        <FoldVertical size={16} aria-hidden="true" />
        Fold all
      </Button>
    </div>
  );
}

function foundText(found: readonly number[], active: number): string {
  if (found.length === 0) return 'No match';
  const place = found.indexOf(active) + 1;
  const count = `${formatCount(found.length)}${found.length === mostFound ? '+' : ''}`;
  return place > 0 ? `${formatCount(place)} of ${count}` : `${count} found`;
}
