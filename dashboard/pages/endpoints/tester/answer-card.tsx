import { memo, useEffect, useMemo, useRef } from 'react';
import { chainNamed } from '../../../chains/chains.ts';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { Empty } from '../../../components/empty.tsx';
import styles from './answer.module.css';
import { AnswerView } from './answer-view.tsx';
import { explain } from './explain.ts';
import { SilenceNotice } from './silence-notice.tsx';
import { statusWords } from './status-words.ts';
import { summaryOf } from './summary.ts';
import type { Exchanged } from './use-exchange.ts';

export type AnswerCardProps = { readonly last: Exchanged | undefined; readonly isSending: boolean };

/** What came of the request that was sent last; it stays while the next one is under way. */
export const AnswerCard = memo(({ last, isSending }: AnswerCardProps) => {
  const answer = last?.ending.kind === 'answered' ? last.ending.answer : undefined;
  const codes = last && chainNamed(last.sent.endpoint.chain)?.nodeCodes;
  const explanation = useMemo(() => answer && explain(answer.status, answer.text, codes), [answer, codes]);
  const status = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // On a narrow page it stands below what was sent, out of sight.
    if (last) status.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  return (
    <Card
      title="Answer"
      description={
        <span ref={status} role="status" className={styles.status}>
          {isSending ? 'Waiting for the answer…' : summaryOf(last)}
        </span>
      }
      actions={answer && <Badge tone={explanation?.tone}>{statusWords(answer.status)}</Badge>}
    >
      <div className={styles.answer} data-waiting={isSending || undefined} aria-busy={isSending}>
        {last === undefined && !isSending && (
          <Empty title="Nothing sent yet">Paste a key’s secret and press Send. What comes back is shown here.</Empty>
        )}
        {answer && explanation && last && <AnswerView answer={answer} explanation={explanation} sent={last.sent} />}
        {last && last.ending.kind !== 'answered' && <SilenceNotice kind={last.ending.kind} form={last.sent.form} />}
      </div>
    </Card>
  );
});
