import { Notice } from '../../../components/notice.tsx';
import { formatMilliseconds } from '../../../format/numbers.ts';
import type { ExchangeResult } from '../../endpoints/tester/exchange.ts';
import { explainAnswer } from '../../endpoints/tester/explain-answer.ts';
import { explainMissingAnswer } from '../../endpoints/tester/missing-answer.ts';
import styles from './onboarding.module.css';

/** What the page's own request got. */
export function SentAnswer({ result }: { readonly result: ExchangeResult }) {
  if (result.kind !== 'answered') {
    const { title, text } = explainMissingAnswer(result.kind, 'valid');
    return (
      <Notice tone="bad" title={title}>
        {text}
      </Notice>
    );
  }
  const { status, text, endedAfter } = result.answer;
  const { tone, title, text: meaning } = explainAnswer(status, text);
  return (
    <Notice tone={tone} title={tone === 'good' ? `Answered in ${formatMilliseconds(endedAfter)}` : title}>
      {tone !== 'good' && <p>{meaning}</p>}
      <code className={styles.answer}>{text}</code>
    </Notice>
  );
}
