import { Link } from '@tanstack/react-router';
import { memo, useEffect, useMemo, useRef } from 'react';
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

type AnswerCardProps = { readonly last: Exchange | undefined; readonly isSending: boolean };

/** The result of the last request. It stays while the next one is sent. */
export const AnswerCard = memo(({ last, isSending }: AnswerCardProps) => {
  const answer = last?.ending.kind === 'answered' ? last.ending.answer : undefined;
  const chain = last?.sent.endpoint.chain;
  const explanation = useMemo(() => answer && explainAnswer(answer.status, answer.text, chain), [answer, chain]);
  const status = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // On a narrow page the card is below the form, out of sight.
    if (last) status.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  return (
    <Card
      title="Response"
      description={
        <span ref={status} role="status" className={styles.status}>
          {isSending ? 'Waiting for the response…' : summaryOf(last)}
        </span>
      }
      actions={answer && <Badge tone={explanation?.tone}>{statusWords(answer.status)}</Badge>}
    >
      <div className={styles.answer} data-waiting={isSending || undefined} aria-busy={isSending}>
        {last === undefined && !isSending && (
          <EmptyState title="No request sent yet">Paste a secret and press Send to see the response.</EmptyState>
        )}
        {answer && explanation && last && <AnswerView answer={answer} explanation={explanation} sent={last.sent} />}
        {last && last.ending.kind !== 'answered' && (
          <MissingAnswerNotice kind={last.ending.kind} check={last.sent.check} />
        )}
      </div>
    </Card>
  );
});

/** Says why there is no response to show, and what to check. */
function MissingAnswerNotice({ kind, check }: { readonly kind: MissingAnswerKind; readonly check: SecretCheck }) {
  const { title, text, reasons } = explainMissingAnswer(kind, check);
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
