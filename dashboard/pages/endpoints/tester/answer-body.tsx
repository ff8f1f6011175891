import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/code-block.tsx';
import { download } from '../../../components/download.ts';
import { Skeleton } from '../../../components/query-state.tsx';
import { Segments } from '../../../components/segments.tsx';
import { indexJson } from '../../../json/json-index.ts';
import styles from './answer.module.css';
import { AnswerText } from './answer-text.tsx';

type AnswerBodyProps = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
  /** The file name without its extension. */
  readonly name: string;
};

// Loaded with the first response, not with the page.
const AnswerTree = lazy(() => import('./tree/answer-tree.tsx').then((module) => ({ default: module.AnswerTree })));

type View = 'tree' | 'text';

const views = [
  { value: 'tree', label: 'Tree' },
  { value: 'text', label: 'Text' },
] as const;

/** The body of a response as a tree, or as text; the whole body can be copied and downloaded. */
export function AnswerBody({ bytes, text, name }: AnswerBodyProps) {
  const index = useMemo(() => indexJson(text), [text]);
  const [view, setView] = useState<View>('tree');
  return (
    <div className={styles.body}>
      <div className={styles.actions}>
        <Segments label="View" hideLabel choices={index ? views : []} value={view} onChange={setView} />
        <CopyButton text={text} label="Copy response" />
        <Button size="small" onPress={() => download(bytes, `${name}.json`, 'application/json')}>
          Download
        </Button>
      </div>
      {index && view === 'tree' ? (
        <Suspense fallback={<Skeleton height="20rem" label="Loading the response" />}>
          <AnswerTree index={index} />
        </Suspense>
      ) : (
        <AnswerText text={text} size={bytes.length} />
      )}
    </div>
  );
}
