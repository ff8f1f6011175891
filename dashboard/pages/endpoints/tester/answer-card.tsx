import { Link } from '@tanstack/react-router';
import { memo, useEffect, useMemo, useRef } from 'react';
import { chainNamed } from '../../../chains/chains.ts';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty.tsx';
import { Notice } from '../../../components/notice.tsx';
import styles from './answer.module.css';
import { statusWords, summaryOf } from './answer-summary.ts';
import { AnswerView } from './answer-view.tsx';
import type { SecretCheck } from './check-secret.ts';
import { explainAnswer } from './explain-answer.ts';
import { explainMissingAnswer, type MissingAnswerKind } from './missing-answer.ts';
import type { Exchange } from './use-exchange.ts';

export type AnswerCardProps = { readonly last: Exchange | undefined; readonly isSending: boolean };

/** What came of the request that was sent last; it stays while the next one is under way. */
export const AnswerCard = memo(({ last, isSending }: AnswerCardProps) => {
  const answer = last?.ending.kind === 'answered' ? last.ending.answer : undefined;
  const codes = last && chainNamed(last.sent.endpoint.chain)?.nodeCodes;
  const explanation = useMemo(() => answer && explainAnswer(answer.status, answer.text, codes), [answer, codes]);
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
          <EmptyState title="Nothing sent yet">
            Paste a key’s secret and press Send. What comes back is shown here.
          </EmptyState>
        )}
        {answer && explanation && last && <AnswerView answer={answer} explanation={explanation} sent={last.sent} />}
        {last && last.ending.kind !== 'answered' && (
          <MissingAnswerNotice kind={last.ending.kind} form={last.sent.form} />
        )}
      </div>
    </Card>
  );
});

/** Says why there is no answer to show, and what to check. */
export function MissingAnswerNotice({ kind, form }: { readonly kind: MissingAnswerKind; readonly form: SecretCheck }) {
  const { title, text, reasons } = explainMissingAnswer(kind, form);
  return (
    <Notice tone={kind === 'stopped' ? 'info' : 'caution'} title={title}>
      <p>{text}</p>
      {reasons.length > 0 && (
        <ol className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ol>
      )}
      {kind === 'hidden' && (
        <p>
          <Link to="/keys">Your keys</Link> · <Link to="/plan">Your plan</Link>
        </p>
      )}
    </Notice>
  );
}
